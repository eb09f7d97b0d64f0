import { isDocument, route } from '@signet/edge'
import { expect, test } from 'vitest'

const instance = 'id.example.com'

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
  ['/docs', 'console'],
  ['/docs/', 'console'],
  ['/docs/reference/api/errors/', 'console'],
  ['/docs/_astro/page.js', 'console'],
  ['/llms.txt', 'console'],
  // The address of a project is docs since before the documents.
  ['/docs/token', 'auth'],
  ['/docs/.well-known/openid-configuration', 'auth'],
  ['/docs/scim/v2/Users', 'scim'],
  ['/docsx', 'auth'],
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
  ['/health', 'refused'],
  ['/', '→ /admin/'],
  ['/?code=1', '→ /admin/'],
])('the path %s at the instance is routed to %s', (target, to) => expect(led(target)).toBe(to))

test('only GET and HEAD of the bare root are redirected', () => {
  expect(led('/', instance, 'HEAD')).toBe('→ /admin/')
  expect(led('/', instance, 'POST')).toBe('auth')
})

test("a project's own host has SCIM and its issuer, and neither the console, its API nor the agent endpoint", () => {
  for (const path of ['/', '/admin', '/admin/api/projects', '/mcp', '/token'])
    expect(led(path, 'shop.id.example.com:8080')).toBe('auth')
  expect(led('/scim/v2/Users', 'login.shop.example')).toBe('scim')
})

test('a loopback address reaches the instance with any public name', () => {
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
    expect(led('/admin/', host)).toBe('console')
})

test.each([
  ...['/metrics', '/metrics?x', '/metrics/', '/%6detrics', '//metrics', 'http://evil.example/metrics'],
  ...['/ready', '/health', '/%72eady', '//health', '/health/'],
])('the metrics and the probes are refused from outside, also with the spelling %s', (target) => {
  expect(led(target)).toBe('refused')
  expect(led(target, 'shop.id.example.com')).toBe('refused')
})

test('a path with an invalid percent-encoding is routed to auth', () => {
  expect(led('/%zz')).toBe('auth')
})

test('the rules match discovery and key sets, so that servers that are not ready may return them', () => {
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
