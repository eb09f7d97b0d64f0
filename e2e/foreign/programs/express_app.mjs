/** A copy of this file loads packages from its folder. */
const load = async (name) => (await import(name)).default

const express = await load('express')
const openId = await load('express-openid-connect')

/** A session store keeps the values until the process ends. */
const sessions = new Map()
const store = {
  get: (key, done) => done(null, sessions.get(key)),
  set: (key, value, done) => done(null, sessions.set(key, value)),
  destroy: (key, done) => done(null, sessions.delete(key)),
}

const app = express()
app.use(
  openId.auth({
    issuerBaseURL: process.env.ISSUER,
    baseURL: `http://localhost:${process.env.PORT}`,
    clientID: process.env.CLIENT_ID,
    clientSecret: process.env.CLIENT_SECRET,
    secret: crypto.randomUUID(),
    authRequired: false,
    authorizationParams: { response_type: 'code' },
    session: { store },
    backchannelLogout: true,
  }),
)
app.get('/', (request, response) =>
  response.send(request.oidc.isAuthenticated() ? 'signed in' : 'signed out'),
)
app.listen(Number(process.env.PORT), '127.0.0.1')
