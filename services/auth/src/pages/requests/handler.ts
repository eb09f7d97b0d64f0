import { acrOf } from '@signet/accounts'
import { sql } from '@signet/db'
import { errors } from 'oidc-provider'
import { nameOfClient } from '../../clients/client-metadata.ts'
import { accessView } from '../../consent/access-view.ts'
import { recordConsent } from '../../consent/record-consent.ts'
import { requestedAccess } from '../../consent/requested-access.ts'
import { type LayerFactory, passOn } from '../../core/layer.ts'
import { type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { ownView, sendOwnPage } from '../../own-account/own-view.ts'
import { isWaiting, maxWaiting } from '../../protocol/ciba.ts'
import { rowReference } from '../../request/row-reference.ts'
import { requireRequestState } from '../../request/state.ts'
import { requestsPage } from './view.ts'

const path = '/account/requests'

/** Shows the requests of applications that sent no browser (CIBA). */
export const requestsLayer: LayerFactory = (parts) =>
  parts.context.settings['ciba.enabled'] ? ownPage({ path, show, answer })(parts) : passOn

interface PendingRequest {
  readonly key: string
  readonly clientId: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Concurrent requests may exceed the limit: the user decides about the first ones. */
const waiting = ({ context: { deps, project }, account }: OwnVisit): Promise<PendingRequest[]> =>
  deps.database.rows<PendingRequest>(sql`
    SELECT key, "clientId", params FROM (
      SELECT id AS key, payload->>'clientId' AS "clientId", payload->'params' AS params, payload->'iat' AS iat
      FROM oidc_backchannel_requests
      WHERE project_id = ${project.id} AND account_id = ${account.id} AND ${isWaiting}
      ORDER BY iat, id LIMIT ${maxWaiting}) first
    ORDER BY iat DESC, key DESC`)

async function show(visit: OwnVisit): Promise<void> {
  const { provider, context } = visit
  const rows = await waiting(visit)
  const requests = await Promise.all(
    rows.map(async ({ key, clientId, params }) => {
      const client = await provider.Client.find(clientId)
      const asked = { context, interaction: { params } }
      return {
        key,
        applicationName: client ? nameOfClient(client) : clientId,
        message: typeof params.binding_message === 'string' ? params.binding_message : '',
        ...accessView(context, await requestedAccess(asked)),
      }
    }),
  )
  sendOwnPage(visit, requestsPage({ ...ownView(visit, path), requests }))
}

/** Builds the grant from the stored request. The form contains only its key and the decision, so a forged form cannot add access. */
async function answer(
  { provider, context, account, session }: OwnVisit,
  form: ReadonlyMap<string, string>,
): Promise<void> {
  const { amr } = session
  const authTime = session.authTime()
  const accountId = account.id
  requireRequestState().mayFollowRowReferences = true
  const request = await provider.BackchannelAuthenticationRequest.find(
    rowReference(form.get('request') ?? ''),
    { ignoreExpiration: true },
  )
  // Another window or device has decided: the page shows the other requests.
  if (request?.accountId !== accountId || request.grantId || request.error) return
  if (!request.isValid) throw new errors.SessionNotFound('the request has expired')
  if (form.get('answer') !== 'allow') {
    await provider.backchannelResult(request, new errors.AccessDenied('the end-user refused'))
    return
  }
  const asked = { context, interaction: { params: request.params ?? {} } }
  const grant = new provider.Grant({ accountId, clientId: String(request.clientId) })
  const access = await requestedAccess(asked)
  recordConsent(context, grant, access)
  await grant.save()
  // The decision renews the session: a user who was signed out since has allowed nothing.
  await session.persist()
  const acr = acrOf(context.settings.acrValues, amr)
  await provider.backchannelResult(request, grant, {
    ...(acr ? { acr } : {}),
    ...(amr ? { amr } : {}),
    ...(authTime === undefined ? {} : { authTime }),
    ...(access.details.length ? { rar: [...access.details] } : {}),
  })
}
