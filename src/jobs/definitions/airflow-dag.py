from datetime import timedelta

import pendulum
from airflow import DAG
from airflow.operators.bash import BashOperator

with DAG(
    dag_id={name},
    schedule={cron},
    start_date=pendulum.datetime(2026, 1, 1, tz={timeZone}),
    catchup=False,
) as dag:
    BashOperator(
        task_id="run",
        bash_command={command},
        env={
            "HOTELCTL_CREDENTIAL_STORE": "env",
            {variables}
        },
        append_env=True,
        retries={retries},
        retry_delay=timedelta(minutes=5),
    )
