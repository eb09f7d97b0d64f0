import * as client from 'openid-client'

const issuer = new URL(process.env.ISSUER)
const config = await client.discovery(issuer, process.env.CLIENT_ID, process.env.CLIENT_SECRET, undefined, {
  execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
})
const { access_token: token } = await client.clientCredentialsGrant(config, { scope: process.env.SCOPE })
const answer = await fetch(process.env.API_URL, { headers: { authorization: `Bearer ${token}` } })
console.log(answer.status, await answer.text())
