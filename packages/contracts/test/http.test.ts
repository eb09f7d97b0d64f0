import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOfIssues,
  createClient,
  decodeQuery,
  fieldProblemsOf,
  httpRequestOf,
  operationList,
  operations,
  ProblemError,
  placementOf,
  redact,
  takeConfirmation,
} from '../src/index.ts'

describe('where the fields of a flat input travel', () => {
  it('path parameters fill the path, percent-encoded, and the other fields are the query of a GET', () => {
    const { method, path, body } = httpRequestOf(operations.project_user_list, {
      projectId: 'prj_1',
      q: 'a b',
      count: 5,
    })
    expect({ method, path, body }).toEqual({
      method: 'GET',
      path: '/projects/prj_1/users?q=a+b&count=5',
      body: undefined,
    })
    const resource = { projectId: 'prj_1', resourceId: 'https://api.example/v1' }
    expect(httpRequestOf(operations.resource_get, resource).path).toBe(
      '/projects/prj_1/resources/https%3A%2F%2Fapi.example%2Fv1',
    )
  })

  it('the confirm field of a retired key is sent in the body of its DELETE, as specified', () => {
    expect(httpRequestOf(operations.jwks_retire, { kid: 'k1', confirm: 'k1' })).toMatchObject({
      method: 'DELETE',
      path: '/jwks/k1',
      body: '{"confirm":"k1"}',
    })
  })

  it('a path parameter that a URL would resolve away never reaches another operation', () => {
    for (const projectId of ['..', '.', '']) {
      expect(() => httpRequestOf(operations.project_get, { projectId })).toThrow(ProblemError)
    }
  })

  it('a confirmation is an argument of a tool and a header over HTTP, and never a field', () => {
    const { confirmation, input } = takeConfirmation({ alg: 'ES256', confirmation: 'conf_1' })
    const { headers, body } = httpRequestOf(operations.jwks_rotate, input, confirmation)
    expect({ headers, body }).toMatchObject({
      headers: { 'signet-confirmation': 'conf_1' },
      body: '{"alg":"ES256"}',
    })
  })

  it('success is 201 for a creation, 204 for an empty answer, otherwise 200', () => {
    const statuses = [operations.project_create, operations.client_delete, operations.project_update].map(
      (operation) => placementOf(operation).successStatus,
    )
    expect(statuses).toEqual([201, 204, 200])
  })

  it('query values are converted to the types of the schema, and invalid ones remain for the validation', () => {
    expect(decodeQuery(operations.project_user_list, { count: '20', q: '20' })).toEqual({
      count: 20,
      q: '20',
    })
    expect(decodeQuery(operations.project_user_list, { count: '2e1' })).toEqual({ count: '2e1' })
    expect(decodeQuery(operations.federation_provider_delete, { confirm: 'true' })).toEqual({ confirm: true })
  })
})

describe('parse failures', () => {
  const issuesOf = (input: Record<string, unknown>) =>
    operations.project_user_update.input.safeParse({ projectId: 'p', userId: 'u', ...input }).error?.issues ??
    []

  it('an unknown field and a wrong type are reported with 400 and their names', () => {
    const issues = issuesOf({ roles: [], active: 'yes' })
    expect(codeOfIssues(issues)).toBe('invalid_request')
    expect(fieldProblemsOf(issues, { roles: [], active: 'yes' })).toEqual(
      expect.arrayContaining([
        { path: 'roles', code: 'unknown_field', message: 'is not a field of this request' },
        { path: 'active', code: 'wrong_type', message: 'must be true or false' },
      ]),
    )
  })

  it('an invalid value of a profile is reported with 422 and the name profile.<field>', () => {
    const issues = issuesOf({ profile: { nickName: 'x'.repeat(257) } })
    expect(codeOfIssues(issues)).toBe('invalid_value')
    expect(fieldProblemsOf(issues, { profile: { nickName: 'x' } })).toEqual([
      { path: 'profile.nickName', code: 'too_long', message: 'must have at most 256 characters', limit: 256 },
    ])
  })

  it('an unknown field inside a profile is a wrong shape', () => {
    expect(codeOfIssues(issuesOf({ profile: { shoeSize: 43 } }))).toBe('invalid_request')
  })
})

describe('field problems', () => {
  const ofClient = (input: Record<string, unknown>) => {
    const { error } = operations.client_create.input.safeParse(input)
    return fieldProblemsOf(error?.issues ?? [], input)
  }
  const valid = {
    projectId: 'p',
    clientName: 'A',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'none',
  }
  it.each([
    [{ ...valid, grantTypes: undefined }, 'grantTypes', 'required', 'is required'],
    [{ ...valid, clientName: 7 }, 'clientName', 'wrong_type', 'must be text'],
    [{ ...valid, clientName: 'x'.repeat(101) }, 'clientName', 'too_long', 'must have at most 100 characters'],
    [{ ...valid, grantTypes: [] }, 'grantTypes', 'too_few', 'must have at least 1 entry'],
    [{ ...valid, applicationType: 'spa' }, 'applicationType', 'not_allowed', 'must be web or native'],
    [{ ...valid, requireConsent: 'yes' }, 'requireConsent', 'wrong_type', 'must be true or false'],
    [{ ...valid, primaryColor: 'red' }, 'primaryColor', 'wrong_format', 'must be a color written #rrggbb'],
  ])('field problem %o has the end of a sentence and a code', (input, path, code, message) => {
    expect(ofClient(input)).toContainEqual(expect.objectContaining({ path, code, message }))
  })

  it('a problem document names at most 20 problems, each with at most 200 characters of its path', () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`${'x'.repeat(300)}${index}`, 1]),
    )
    const origins = Array.from({ length: 50 }, () => 7)
    for (const sent of [
      { ...valid, ...unknown },
      { ...valid, corsOrigins: origins, ...unknown },
    ]) {
      const problems = ofClient(sent)
      expect(problems).toHaveLength(20)
      for (const { path } of problems) expect(path.length).toBeLessThanOrEqual(200)
    }
  })

  it('a field problem never has the words of the library, for any input of any operation', () => {
    const junk = [undefined, null, 7, 'x', true, [], {}, [[]], -1, 'y'.repeat(5_000)]
    for (const { input } of operationList)
      for (const value of junk) {
        const sent = Object.fromEntries(Object.keys(input.shape).map((name) => [name, value]))
        const { error } = input.safeParse(sent)
        for (const { message } of fieldProblemsOf(error?.issues ?? [], sent))
          expect(message).toMatch(/^(?:must|is|has|needs|may|cannot)\b/)
      }
  })
})

describe('redaction', () => {
  it('redaction replaces the values at the given paths only', () => {
    const value = { password: 'p', keys: [{ secret: 's', kid: 'k' }], password2: 'q' }
    expect(redact(value, ['password', 'keys.*.secret'])).toEqual({
      password: '[redacted]',
      keys: [{ secret: '[redacted]', kid: 'k' }],
      password2: 'q',
    })
  })
})

describe('the typed client', () => {
  let server: Server
  let baseUrl: string
  const seen: { url: string | undefined; type: string | undefined; body: string }[] = []

  const read = async (request: IncomingMessage): Promise<string> => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    return body
  }

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      seen.push({ url: request.url, type: request.headers['content-type'], body: await read(request) })
      if (request.method === 'DELETE') return response.writeHead(204).end()
      if (request.url?.endsWith('/teams')) return response.writeHead(502).end('<html>')
      const problem = { type: 't', title: 'Sign in first', status: 401, detail: 'd', code: 'unauthenticated' }
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/api/`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('the client throws the problem document of the response', async () => {
    const refused = createClient({ baseUrl }).call('project_create', { name: 'Acme' })
    await expect(refused).rejects.toMatchObject({ problem: { code: 'unauthenticated', status: 401 } })
    expect(seen.at(-1)).toEqual({
      url: '/admin/api/projects',
      type: 'application/json',
      body: '{"name":"Acme"}',
    })
  })

  it('the client returns an empty object for 204', async () => {
    const answer = await createClient({ baseUrl }).call('client_delete', { projectId: 'p', clientId: 'c' })
    expect(answer).toEqual({})
  })

  it('the client reports a response that is not from Signet', async () => {
    await expect(createClient({ baseUrl }).call('team_list', {})).rejects.toMatchObject({
      problem: { code: 'unavailable', status: 502 },
    })
  })
})
