// SAML 2.0 on samlp; signs in one user without a page.
/** A copy of this file loads packages from its folder. */
const load = async (name) => (await import(name)).default

const express = await load('express')
const samlp = await load('samlp')

const { PORT, KEY, CERT, ACS } = process.env
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
app.get(
  '/sso',
  samlp.auth({
    issuer,
    cert: CERT,
    key: KEY,
    destination: ACS,
    recipient: ACS,
    getUserFromRequest: () => user,
    getPostURL: (_audience, _request, _dom, callback) => callback(null, ACS),
  }),
)
app.listen(Number(PORT), '127.0.0.1')
