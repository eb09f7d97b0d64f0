import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'

const config = {
  trustHost: true,
  secret: process.env.AUTH_SECRET,
  providers: [
    {
      id: 'signet',
      name: 'Signet',
      type: 'oidc',
      issuer: process.env.ISSUER,
      clientId: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      authorization: { params: { scope: process.env.SCOPE } },
    },
  ],
}

const app = express()
app.set('trust proxy', true)
app.use('/auth', ExpressAuth(config))

app.get('/', async (request, response) => {
  const session = await getSession(request, config)
  response.send(
    session?.user
      ? `Hello, ${session.user.name} <a href="/auth/signout">Sign out</a>`
      : '<a href="/auth/signin">Sign in</a>',
  )
})

app.listen(Number(process.env.PORT ?? 3000))
