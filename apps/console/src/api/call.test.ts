import { afterEach, expect, test, vi } from 'vitest'
import { CallError, sendChange, sendRead } from './call.ts'
import { etagFor } from './etags.ts'

afterEach(() => vi.unstubAllGlobals())

const project = { projectId: 'project_a' }

/** Answers each request with this response, and returns the requests. */
function respond(
  body: string,
  init: ResponseInit = {},
): { readonly url: string; readonly init: RequestInit }[] {
  const requests: { readonly url: string; readonly init: RequestInit }[] = []
  vi.stubGlobal('fetch', (url: string, sent: RequestInit) => {
    requests.push({ url, init: sent })
    return Promise.resolve(new Response(body, init))
  })
  return requests
}

test('a read sends its input in the query, and notes the ETag of the response', async () => {
  const requests = respond('{"result":{"data":{"name":"Acme"}}}', { headers: { etag: '"7"' } })
  expect(await sendRead('project_get', { projectId: 'project_ä' })).toEqual({ name: 'Acme' })
  const url = new URL(requests[0]?.url ?? '', 'https://id.example')
  expect(url.pathname).toBe('/admin/api/trpc/project_get')
  expect(url.searchParams.get('input')).toBe('{"projectId":"project_ä"}')
  expect(etagFor('project_update', { projectId: 'project_ä' })).toBe('"7"')
})

test('a change sends its input as JSON with the ETag that it expects', async () => {
  const requests = respond('{"result":{}}')
  expect(await sendChange('project_update', project, '"7"')).toBeUndefined()
  expect(requests[0]).toMatchObject({
    url: '/admin/api/trpc/project_update',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-match': '"7"' },
      body: '{"projectId":"project_a"}',
    },
  })
})

test('a refusal has the data of its error', async () => {
  respond('{"error":{"message":"Not found","code":-32004,"data":{"code":"NOT_FOUND"}}}', { status: 404 })
  const error = await sendRead('project_get', project).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ message: 'Not found', data: { code: 'NOT_FOUND' } })
})

test.each([
  ['a page of a proxy', '<html>502</html>'],
  ['null', 'null'],
  ['an object without a result', '{}'],
])('a response with %s is an error without data', async (_, body) => {
  respond(body, { status: 502 })
  const error = await sendRead('project_get', project).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CallError)
  expect((error as CallError).data).toBeUndefined()
})

test('a request that fails is an error without data, with the failure as its cause', async () => {
  const failure = new TypeError('Failed to fetch')
  vi.stubGlobal('fetch', () => Promise.reject(failure))
  await expect(sendRead('project_get', project)).rejects.toMatchObject({ name: 'CallError', cause: failure })
})
