// An identity provider with SAML 2.0 that signs in one user without a page, built on samlp.
import express from 'express'
import samlp from 'samlp'

const { PORT, KEY, CERT } = process.env
const issuer = `http://localhost:${PORT}/saml`
const user = {
  id: 'hedy-17',
  emails: [{ value: 'hedy@company.example' }],
  displayName: 'Hedy Lamarr',
  name: { givenName: 'Hedy', familyName: 'Lamarr' },
}

const app = express()
app.get(
  '/metadata',
  samlp.metadata({ issuer, cert: CERT, redirectEndpointPath: '/sso', postEndpointPath: '/sso' }),
)
app.get('/sso', (request, response, next) =>
  samlp.auth({
    issuer,
    cert: CERT,
    key: KEY,
    getUserFromRequest: () => user,
    getPostURL: (_audience, dom, _request, callback) =>
      callback(null, dom.documentElement.getAttribute('AssertionConsumerServiceURL')),
  })(request, response, next),
)
app.listen(Number(PORT), '127.0.0.1')
