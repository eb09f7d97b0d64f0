import { randomUUID } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'

const issuer = process.env.ISSUER
passport.use(
  new OpenIDConnectStrategy(
    {
      issuer,
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      userInfoURL: `${issuer}/me`,
      clientID: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      callbackURL: process.env.REDIRECT_URI,
      scope: process.env.SCOPE,
    },
    (_issuer, profile, done) => done(null, profile),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: randomUUID(), resave: false, saveUninitialized: false }))
app.use(passport.authenticate('session'))

app.get('/', ({ user }, response) =>
  response.send(
    user ? `Hello, ${user.displayName} <a href="/sign-out">Sign out</a>` : '<a href="/sign-in">Sign in</a>',
  ),
)
app.get('/sign-in', passport.authenticate('openidconnect'))
app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/', failWithError: true }))
app.get('/sign-out', (request, response) => request.logout(() => response.redirect('/')))

app.listen(Number(process.env.PORT ?? 3000))
