import { clientProblems, settingsInForce } from '@signet/clients'
import type { Settings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { INSTANCE_KEY_SET } from '@signet/db/key-set'

/** A preview counts further applications. */
const maxNamed = 20

interface Row {
  readonly clientId: string
  readonly clientName: string | null
  readonly projectId: string
  readonly reserved: string | null
  readonly keyAlgorithms: readonly string[]
  readonly choices: Parameters<typeof clientProblems>[0]
}

const readApplications = (executor: Executor): Promise<Row[]> =>
  executor.rows<Row>(sql`
    SELECT c.id AS "clientId", c.client_name AS "clientName", c.project_id AS "projectId", p.reserved,
      ARRAY(SELECT k.algorithm FROM signing_keys k WHERE k.state = 'signing'
        AND k.key_set_id = CASE p.address_form WHEN 'root' THEN ${INSTANCE_KEY_SET} ELSE p.id END) AS "keyAlgorithms",
      jsonb_build_object('tokenEndpointAuthMethod', c.token_endpoint_auth_method,
        'tokenEndpointAuthSigningAlg', c.token_endpoint_auth_signing_alg,
        'idTokenSignedResponseAlg', c.id_token_signed_response_alg,
        'authorizationSignedResponseAlg', c.authorization_signed_response_alg,
        'requestObjectSigningAlg', c.request_object_signing_alg) AS choices
    FROM clients c JOIN projects p ON p.id = c.project_id ORDER BY c.project_id, c.id`)

export async function stoppedBy(executor: Executor, before: Settings, after: Settings) {
  const isSame = (key: keyof Settings) => JSON.stringify(before[key]) === JSON.stringify(after[key])
  if (decisive.every(isSame)) return {}
  const stopped = (await readApplications(executor)).flatMap(
    ({ choices, keyAlgorithms, reserved, ...application }) => {
      const problems = (settings: Settings) =>
        clientProblems(choices, settingsInForce({ reserved }, settings), keyAlgorithms)
      const found = problems(after)
      return found.length > 0 && problems(before).length === 0 ? [{ ...application, problems: found }] : []
    },
  )
  return { stoppedApplications: { count: stopped.length, first: stopped.slice(0, maxNamed) } }
}

/** Settings that restrict the choices of applications. */
const decisive = [
  'clientAuthMethods',
  'fapi.enabled',
  'mTLS.enabled',
  'mTLS.tlsClientAuth',
  'mTLS.selfSignedTlsClientAuth',
] as const satisfies readonly (keyof Settings)[]
