import { readFileSync } from 'node:fs'
import loaders from 'virtual:stack-notes'
import { applicationKinds, operations, type PrintedStack, stackNotes } from '@signet/contracts'
import { consoleLocales } from '@signet/i18n'
import { describe, expect, test } from 'vitest'
import { printedStacks, readmeFile, readmeWithTable, stacksFile, stacksModule } from '../../../../stacks.ts'
import { presets } from '../values/presets.ts'
import { newValues } from '../values/values.ts'
import { fieldsFor } from './field.tsx'
import { fillForApi, fillForApplication } from './fill.ts'
import { stacks } from './printed.ts'
import { correctionOf, shortfallsOf } from './shortfalls.ts'

const named = (name: string): PrintedStack => {
  const stack = stacks.find((each) => each.name === name)
  if (!stack) throw new Error(`There is no example ${name}.`)
  return stack
}

const application = {
  issuer: 'https://id.example/shop',
  clientId: 'app_1',
  redirectUris: ['https://shop.example/back'],
  postLogoutRedirectUris: ['https://shop.example/bye'],
  scope: 'openid profile email offline_access',
}

const codeOf = ({ files }: Pick<PrintedStack, 'files'>): string => files.map(({ code }) => code).join('\n')

describe('printed examples', () => {
  test('the snippets of the console are those of the example projects', () => {
    expect(readFileSync(stacksFile, 'utf8')).toBe(stacksModule())
  })

  test('the table of examples has the stored results', () => {
    const readme = readFileSync(readmeFile, 'utf8')
    expect(readme).toBe(readmeWithTable(readme))
  })

  test.each(printedStacks())('the example $name has values of the application and no secret', (stack) => {
    const code = codeOf(stack)
    expect(code).toContain('{{ISSUER}}')
    if (stack.kind !== 'api') expect(code).toContain('{{CLIENT_ID}}')
    if (stack.kind === 'api') expect(code).toContain('{{AUDIENCE}}')
    if (presets[stack.kind === 'api' ? 'machine' : stack.kind].fields.tokenEndpointAuthMethod === 'none')
      expect(code).not.toContain('CLIENT_SECRET')
  })

  test.each(stacks.filter(({ kind }) => kind !== 'api'))(
    'the application of the example $name is one that the contract accepts',
    (stack) => {
      const { fields } = presets[stack.kind === 'api' ? 'machine' : stack.kind]
      const input = { projectId: 'prj_1', clientName: stack.title, ...fields, ...stack.options }
      expect(operations.client_create.input.safeParse(input).success).toBe(true)
    },
  )

  test('every kind of application has an example', () => {
    const kinds = new Set(stacks.map(({ kind }) => kind))
    expect(applicationKinds.filter((kind) => !kinds.has(kind))).toEqual([])
  })

  test.each(consoleLocales.filter((locale) => locale !== 'en'))(
    'the notes on libraries are translated into %s',
    async (locale) => {
      const own = (await loaders[locale]?.())?.default ?? {}
      expect(Object.keys(own).toSorted()).toEqual(Object.keys(stackNotes).toSorted())
    },
  )
})

describe('values of an application', () => {
  test.each(stacks.filter(({ kind }) => kind !== 'api'))(
    'the snippet of $name has the values and no placeholder',
    (stack) => {
      const { run, files } = fillForApplication(stack, application)
      const code = codeOf({ files })
      expect(`${run}${code}`).not.toMatch(/\{\{[A-Z]/)
      expect(code).toContain(application.issuer)
      expect(code).toContain(application.clientId)
    },
  )

  test('the snippet has the redirect address and its path', () => {
    const code = codeOf(fillForApplication(named('express-openid-client'), application))
    expect(code).toContain("redirect_uri: 'https://shop.example/back'")
    expect(code).toContain("app.get('/back'")
    expect(code).toContain("post_logout_redirect_uri: 'https://shop.example/bye'")
  })

  test('the snippet requests only scopes of the application', () => {
    const code = codeOf(fillForApplication(named('flask'), { ...application, scope: 'openid email' }))
    expect(code).toContain('"scope": "openid email"')
  })

  test('the snippet reads the secret from the environment', () => {
    expect(codeOf(fillForApplication(named('flask'), application))).toContain('os.environ["CLIENT_SECRET"]')
  })

  test('the command sets the port of a redirect address on the own computer', () => {
    const redirectUris = ['http://localhost:4000/callback']
    expect(fillForApplication(named('flask'), { ...application, redirectUris }).run).toMatch(
      /^export PORT=4000\n/,
    )
    expect(fillForApplication(named('flask'), application).run).not.toContain('export PORT')
  })

  test('the snippet of an API has its identifier and its first scope', () => {
    const api = { issuer: application.issuer, identifier: 'https://api.example', scopes: ['orders:read'] }
    const code = codeOf(fillForApi(named('node-api'), api))
    expect(code).toContain("audience: 'https://api.example'")
    expect(code).toContain("includes('orders:read')")
  })
})

describe('options that a library needs', () => {
  const stored = {
    pkce: null,
    idTokenClaims: null,
    redirectUris: ['https://shop.example/back'],
    postLogoutRedirectUris: [],
  }

  test('a library without PKCE that reads the ID token needs both options', () => {
    const shortfalls = shortfallsOf(named('express-passport'), stored)
    expect(shortfalls.map(({ name }) => name)).toEqual(['pkce', 'idTokenClaims'])
    expect(correctionOf(shortfalls)).toEqual({ pkce: 'optional', idTokenClaims: true })
  })

  test('a library with a fixed redirect path needs this address next to the others', () => {
    expect(correctionOf(shortfallsOf(named('spring'), stored))).toEqual({
      redirectUris: ['https://shop.example/back', 'https://shop.example/login/oauth2/code/signet'],
      postLogoutRedirectUris: ['https://shop.example/'],
    })
  })

  test('a library that determines its sign-out address needs it next to the others', () => {
    const postLogoutRedirectUris = ['https://shop.example/bye']
    const redirectUris = ['https://shop.example/signin-oidc']
    expect(
      correctionOf(shortfallsOf(named('aspnet'), { ...stored, redirectUris, postLogoutRedirectUris })),
    ).toEqual({
      postLogoutRedirectUris: ['https://shop.example/bye', 'https://shop.example/signout-callback-oidc'],
    })
  })

  test.each(stacks.filter(({ kind }) => kind !== 'api'))(
    'a corrected application lacks nothing for $name',
    (stack) => {
      const correction = correctionOf(shortfallsOf(stack, stored))
      expect(shortfallsOf(stack, { ...stored, ...correction })).toEqual([])
    },
  )

  test.each(stacks.filter(({ kind }) => kind !== 'api'))(
    'a new application for $name lacks nothing',
    (stack) => {
      const values = { ...newValues, ...fieldsFor(stack, newValues) }
      const client = {
        ...stored,
        pkce: values.pkce,
        idTokenClaims: values.idTokenClaims,
        redirectUris: [...values.redirectUris],
        postLogoutRedirectUris: [...values.postLogoutRedirectUris],
      }
      expect(shortfallsOf(stack, client)).toEqual([])
    },
  )

  test('a new application without a library has the defaults of the instance', () => {
    expect(fieldsFor(undefined, newValues)).toEqual({ pkce: null, idTokenClaims: null })
  })
})
