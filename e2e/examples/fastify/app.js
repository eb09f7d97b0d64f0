import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import oauth from '@fastify/oauth2'
import session from '@fastify/session'
import Fastify from 'fastify'

const app = Fastify()
await app.register(cookie)
await app.register(session, { secret: randomBytes(32).toString('hex'), cookie: { secure: 'auto' } })
await app.register(oauth, {
  name: 'signet',
  scope: process.env.SCOPE.split(' '),
  credentials: { client: { id: process.env.CLIENT_ID, secret: process.env.CLIENT_SECRET } },
  startRedirectPath: '/sign-in',
  callbackUri: process.env.REDIRECT_URI,
  discovery: { issuer: process.env.ISSUER },
})

app.get('/', async ({ session: { user } }, reply) =>
  reply
    .type('text/html')
    .send(
      user
        ? `Hello, ${user.name} <a href="/refresh">Refresh</a> <a href="/sign-out">Sign out</a>`
        : '<a href="/sign-in">Sign in</a>',
    ),
)

app.get('/callback', async (request, reply) => {
  const { token } = await app.signet.getAccessTokenFromAuthorizationCodeFlow(request)
  const user = await app.signet.userinfo(token)
  await request.session.regenerate()
  Object.assign(request.session, { user, token })
  return reply.redirect('/')
})

app.get('/refresh', async ({ session }) => {
  const { token } = await app.signet.getNewAccessTokenUsingRefreshToken(session.token)
  session.token = token
  return 'Refreshed'
})

app.get('/sign-out', async (request, reply) => {
  await request.session.destroy()
  return reply.redirect('/')
})

await app.listen({ port: Number(process.env.PORT ?? 3000) })
