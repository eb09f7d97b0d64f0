import { type Executor, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import Provider, { type AdapterPayload, errors } from 'oidc-provider'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import { ArtifactAdapter } from './artifact-adapter.ts'
import { requireRequestState } from './state.ts'

/** Seconds. The default interval is five seconds (RFC 8628 3.2, CIBA Core 7.3); one second allows for the network. */
const tooEarly = 4

/** Rejects a poll within the interval with `slow_down` (RFC 8628 3.5, CIBA Core 11). Replicas share the count. */
export class PolledAdapter extends ArtifactAdapter {
  readonly #executor: Executor
  readonly #project: string

  constructor(
    artifacts: ArtifactStore,
    executor: Executor,
    projectId: string,
    model: 'DeviceCode' | 'BackchannelAuthenticationRequest',
  ) {
    super(artifacts, projectId, model)
    this.#executor = executor
    this.#project = projectId
  }

  /** @throws SlowDown */
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await super.find(id)
    if (found && beginsPoll(found) && !(await this.#isFirstOfInterval(id))) throw new errors.SlowDown()
    return found
  }

  async #isFirstOfInterval(code: string): Promise<boolean> {
    const written = await this.#executor.run(sql`
      INSERT INTO oidc_replay_detections AS seen (project_id, id, payload, expires_at)
      VALUES (${this.#project}, ${digest(`poll ${code}`)}, '{}'::jsonb, now() + make_interval(secs => ${tooEarly}))
      ON CONFLICT (project_id, id) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE seen.expires_at < now()`)
    return written === 1
  }
}

/** The client of the code sent this token request, and the user has not decided. */
function beginsPoll({ clientId, grantId, error, exp }: AdapterPayload): boolean {
  const ctx = Provider.ctx
  if (ctx?.oidc.route !== 'token' || clientId !== ctx.oidc.client?.clientId) return false
  const state = requireRequestState()
  if (state.isPollCounted) return false
  state.isPollCounted = true
  return !grantId && !error && Number(exp) > Math.floor(Date.now() / 1000)
}
