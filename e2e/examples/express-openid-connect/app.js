import { randomUUID } from 'node:crypto'
import express from 'express'
import openId from 'express-openid-connect'

const app = express()
app.use(
  openId.auth({
    issuerBaseURL: process.env.ISSUER,
    baseURL: process.env.ORIGIN,
    clientID: process.env.CLIENT_ID,
    clientSecret: process.env.CLIENT_SECRET,
    // Encrypts the session cookie; keep one value for all processes.
    secret: process.env.SESSION_SECRET ?? randomUUID(),
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: process.env.SCOPE },
  }),
)

app.get('/', ({ oidc }, response) =>
  response.send(
    oidc.isAuthenticated()
      ? `Hello, ${oidc.user.name} <a href="/logout">Sign out</a>`
      : '<a href="/login">Sign in</a>',
  ),
)

app.listen(Number(process.env.PORT ?? 3000))
