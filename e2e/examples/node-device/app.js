import * as client from 'openid-client'

const issuer = new URL(process.env.ISSUER)
const config = await client.discovery(issuer, process.env.CLIENT_ID, undefined, client.None(), {
  execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
})
const device = await client.initiateDeviceAuthorization(config, { scope: process.env.SCOPE })
console.log(`Open ${device.verification_uri_complete} and confirm the code ${device.user_code}.`)

const tokens = await client.pollDeviceAuthorizationGrant(config, device)
const user = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
console.log(`Hello, ${user.name}`)
