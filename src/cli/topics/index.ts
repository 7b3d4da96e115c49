/** The topics of `hotelctl help TOPIC`, in the order that the help of the program lists them. */
export const topicNames = ['exit-codes', 'environment', 'formats', 'periods', 'cron'] as const;

export type TopicName = (typeof topicNames)[number];

export const isTopic = (word: string | undefined): word is TopicName =>
  topicNames.some(name => name === word);

/** What `hotelctl help TOPIC` shows on a screen of a width. */
export async function topicText(name: TopicName, width: number): Promise<string> {
  const { showTopic } = await import('./topic.ts');
  return (await allTopics())
    .flatMap(topic => (topic.name === name ? [showTopic(topic, width)] : []))
    .join('');
}

export async function allTopics() {
  const [{ exitCodesTopic }, { environmentTopic }, { formatsTopic }, { periodsTopic }, { cronTopic }] =
    await Promise.all([
      import('./exit-codes.ts'),
      import('./environment.ts'),
      import('./formats.ts'),
      import('./periods.ts'),
      import('./cron.ts'),
    ]);
  return [exitCodesTopic, environmentTopic, formatsTopic, periodsTopic, cronTopic];
}
