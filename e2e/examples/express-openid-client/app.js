import { randomUUID } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import * as client from 'openid-client'

const issuer = new URL(process.env.ISSUER)
const config = await client.discovery(issuer, process.env.CLIENT_ID, process.env.CLIENT_SECRET, undefined, {
  execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
})

const app = express()
app.use(session({ secret: randomUUID(), resave: false, saveUninitialized: false }))

app.get('/', ({ session: { user } }, response) =>
  response.send(
    user
      ? `Hello, ${user.name} <a href="/refresh">Refresh</a> <a href="/sign-out">Sign out</a>`
      : '<a href="/sign-in">Sign in</a>',
  ),
)

app.get('/sign-in', async (request, response) => {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  request.session.pending = { verifier, state }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: process.env.REDIRECT_URI,
    scope: process.env.SCOPE,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  response.redirect(url.href)
})

app.get('/callback', async (request, response) => {
  const { verifier, state } = request.session.pending
  const url = new URL(request.originalUrl, process.env.REDIRECT_URI)
  const tokens = await client.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  const user = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
  request.session.regenerate(() => {
    Object.assign(request.session, { user, idToken: tokens.id_token, refreshToken: tokens.refresh_token })
    response.redirect('/')
  })
})

app.get('/refresh', async ({ session }, response) => {
  const tokens = await client.refreshTokenGrant(config, session.refreshToken)
  session.refreshToken = tokens.refresh_token ?? session.refreshToken
  response.send('Refreshed')
})

app.get('/sign-out', (request, response) => {
  const url = client.buildEndSessionUrl(config, {
    post_logout_redirect_uri: process.env.POST_LOGOUT_URI,
    id_token_hint: request.session.idToken,
  })
  request.session.destroy(() => response.redirect(url.href))
})

app.listen(Number(process.env.PORT ?? 3000))
