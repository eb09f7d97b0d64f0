import { type Executor, raw, sql } from '@signet/db'

interface Target {
  readonly projectId: string
  readonly clientId: string
}

const ofClient = ({ projectId, clientId }: Target) => sql`project_id = ${projectId} AND id = ${clientId}`

/** The failure is for the owner of the application: it is no fault of the instance. */
export async function recordFailure(executor: Executor, target: Target, reason: string): Promise<void> {
  await executor.run(sql`
    UPDATE clients SET backchannel_logout_failure =
      jsonb_build_object('uri', backchannel_logout_uri, 'at', ${raw(isoNow)}, 'reason', ${reason}::text)
    WHERE ${ofClient(target)}`)
}

export async function clearFailure(executor: Executor, target: Target): Promise<void> {
  await executor.run(sql`
    UPDATE clients SET backchannel_logout_failure = NULL
    WHERE ${ofClient(target)} AND backchannel_logout_failure IS NOT NULL`)
}

const isoNow = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
