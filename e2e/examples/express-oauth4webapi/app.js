import { randomUUID } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import * as oauth from 'oauth4webapi'

const issuer = new URL(process.env.ISSUER)
const options = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' }
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
const client = { client_id: process.env.CLIENT_ID }
const authentication = oauth.ClientSecretBasic(process.env.CLIENT_SECRET)
const redirectUri = process.env.REDIRECT_URI

const app = express()
app.use(session({ secret: randomUUID(), resave: false, saveUninitialized: false }))

app.get('/', ({ session: { user } }, response) =>
  response.send(
    user ? `Hello, ${user.name} <a href="/sign-out">Sign out</a>` : '<a href="/sign-in">Sign in</a>',
  ),
)

app.get('/sign-in', async (request, response) => {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  request.session.pending = { verifier, state }
  const url = new URL(server.authorization_endpoint)
  url.search = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: process.env.SCOPE,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).toString()
  response.redirect(url.href)
})

app.get('/callback', async (request, response) => {
  const { verifier, state } = request.session.pending
  const parameters = oauth.validateAuthResponse(
    server,
    client,
    new URL(request.originalUrl, redirectUri),
    state,
  )
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    requireIdToken: true,
  })
  const { sub } = oauth.getValidatedIdTokenClaims(tokens)
  const userInfo = await oauth.userInfoRequest(server, client, tokens.access_token, options)
  const user = await oauth.processUserInfoResponse(server, client, sub, userInfo)
  request.session.regenerate(() => {
    request.session.user = user
    response.redirect('/')
  })
})

app.get('/sign-out', (request, response) => request.session.destroy(() => response.redirect('/')))

app.listen(Number(process.env.PORT ?? 3000))
