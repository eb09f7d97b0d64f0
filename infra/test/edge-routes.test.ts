import { expect, test } from 'vitest'
import { isDocument, route } from '../local/edge-routes.ts'

const instance = 'id.example.com'

/** `to` of a GET at the instance's own host, or the other kind of answer. */
function led(target: string, host = instance, method = 'GET'): string {
  const way = route(method, host, target, instance)
  if ('refused' in way) return 'refused'
  return 'redirect' in way ? `→ ${way.redirect}` : way.to
}

test.each([
  ['/admin/api', 'admin-api'],
  ['/admin/api/projects?x=/mcp', 'admin-api'],
  ['/admin', 'console'],
  ['/admin/', 'console'],
  ['/admin/apis', 'console'],
  ['/admin/projects/prj_1', 'console'],
  ['/administrator', 'auth'],
  ['/mcp', 'mcp-gateway'],
  ['/mcpx', 'auth'],
  ['/.well-known/oauth-protected-resource', 'mcp-gateway'],
  ['/.well-known/oauth-protected-resource/mcp', 'mcp-gateway'],
  ['/.well-known/openid-configuration', 'auth'],
  ['/scim/v2', 'scim'],
  ['/scim/v2/Users?count=1', 'scim'],
  ['/shop/scim/v2/Groups/1', 'scim'],
  ['/shop/x/scim/v2/Users', 'auth'],
  ['/shop/scim/v22', 'auth'],
  ['/shop/auth', 'auth'],
  ['/health', 'auth'],
  ['/', '→ /admin/'],
  ['/?code=1', '→ /admin/'],
])('at the instance, %s is led to %s', (target, to) => expect(led(target)).toBe(to))

test('only GET and HEAD of the bare root are redirected', () => {
  expect(led('/', instance, 'HEAD')).toBe('→ /admin/')
  expect(led('/', instance, 'POST')).toBe('auth')
})

test("a project's own host has SCIM and its issuer, never the console, its API or the agent endpoint", () => {
  for (const path of ['/', '/admin', '/admin/api/projects', '/mcp', '/token'])
    expect(led(path, 'shop.id.example.com:8080')).toBe('auth')
  expect(led('/scim/v2/Users', 'login.shop.example')).toBe('scim')
})

test('loopback addresses reach the instance, whatever its public name is', () => {
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
    expect(led('/admin/', host)).toBe('console')
})

test.each(['/metrics', '/metrics?x', '/metrics/', '/%6detrics', '//metrics', 'http://evil.example/metrics'])(
  'metrics are refused from outside, written as %s too',
  (target) => {
    expect(led(target)).toBe('refused')
    expect(led(target, 'shop.id.example.com')).toBe('refused')
  },
)

test('a path that is no valid percent-encoding is still led somewhere', () => {
  expect(led('/%zz')).toBe('auth')
})

test('R25: discovery and key sets are told apart, so that they can be asked of servers that are not ready', () => {
  const documents = [
    '/.well-known/openid-configuration',
    '/acme/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/acme',
    '/acme/jwks?x=1',
  ]
  for (const path of documents) expect(isDocument(path), path).toBe(true)
  for (const path of ['/acme/token', '/acme/jwks/more', '/acme/auth?next=/jwks'])
    expect(isDocument(path), path).toBe(false)
})
