import NextAuth from 'next-auth'

const handler = NextAuth({
  secret: process.env.AUTH_SECRET,
  providers: [
    {
      id: 'signet',
      name: 'Signet',
      type: 'oauth',
      wellKnown: `${process.env.ISSUER}/.well-known/openid-configuration`,
      clientId: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      authorization: { params: { scope: process.env.SCOPE } },
      checks: ['pkce', 'state', 'nonce'],
      idToken: true,
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
})

export { handler as GET, handler as POST }
