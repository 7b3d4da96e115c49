/** The topics of `hotelctl help TOPIC`, in the order that the help of the program lists them. */
export const topicNames = ['exit-codes', 'environment', 'formats', 'periods', 'cron'] as const;

export type TopicName = (typeof topicNames)[number];

export const isTopic = (word: string | undefined): word is TopicName =>
  topicNames.some(name => name === word);
