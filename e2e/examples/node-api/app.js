import express from 'express'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const issuer = process.env.ISSUER
const { jwks_uri: keySet } = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
const keys = createRemoteJWKSet(new URL(keySet))

const app = express()
app.use(async (request, response, next) => {
  try {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: process.env.AUDIENCE,
      typ: 'at+jwt',
    })
    if (!payload.scope?.split(' ').includes(process.env.SCOPE)) return response.sendStatus(403)
    request.subject = payload.sub
    next()
  } catch {
    response.set('WWW-Authenticate', 'Bearer').sendStatus(401)
  }
})
app.get('/', ({ subject }, response) => response.json({ subject }))

app.listen(Number(process.env.PORT ?? 3000))
