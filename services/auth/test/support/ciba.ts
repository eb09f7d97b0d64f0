import { FormBrowser } from '@signet/testkit'
import { storeClient } from './clients.ts'
import { makeProject, redirectUri, setSetting, startAuth } from './harness.ts'
import { openRequests, postForm } from './journey.ts'

export const grantType = 'urn:openid:params:grant-type:ciba'

export const polling = {
  grant_types: [grantType, 'refresh_token'],
  response_types: [],
  redirect_uris: [],
  backchannel_token_delivery_mode: 'poll',
}

/** CIBA Core 1.0, with an application that polls. */
export async function startCiba(egressAllow: readonly string[] = []) {
  const auth = await startAuth(egressAllow)
  await setSetting(auth, 'ciba.enabled', true)
  await setSetting(auth, 'ciba.deliveryModes', ['poll', 'ping'])
  const project = await makeProject(auth)
  const client = await storeClient(auth, project.id, polling)
  return {
    auth,
    project,
    client,
    question: (authReqId: string, as = client) =>
      postForm(auth, `${project.issuer}/token`, { grant_type: grantType, auth_req_id: authReqId }, as),
    async requestsPage(login: string, headers: Record<string, string> = {}) {
      const browser = new FormBrowser(auth.address, redirectUri, headers)
      return { browser, page: await openRequests(browser, project.issuer, login) }
    },
  }
}

export type Ciba = Awaited<ReturnType<typeof startCiba>>
