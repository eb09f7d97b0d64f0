import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { haproxyConfiguration } from '../edge/haproxy.ts'
import { edgeRules } from '../local/edge-routes.ts'

const configuration = () =>
  haproxyConfiguration({
    bind: '127.0.0.1:8080',
    baseUrl: 'https://id.example.com',
    servers: {
      auth: ['10.0.0.1:8081', '10.0.0.2:8081'],
      'admin-api': ['10.0.0.1:8082'],
      scim: ['10.0.0.1:8083'],
      'mcp-gateway': ['10.0.0.1:8084'],
      console: ['10.0.0.1:8085'],
    },
  })

test('HAProxy leads every rule of the edge, in its order, and asks replicas whether they are ready', () => {
  const lines = configuration().split('\n')
  const led = lines.filter((line) => / if path\d+/.test(line) && !line.includes('is_document'))
  expect(led.map((line) => Number(/path(\d+)/.exec(line)?.[1]))).toEqual(edgeRules.map((_, index) => index))
  expect(lines.filter((line) => line.includes('httpchk GET /ready'))).toHaveLength(5)
  expect(configuration()).toContain('option httpchk GET /health')
})

test('HAProxy takes the configuration, where it is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-haproxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration())
  const { error, status, stderr } = spawnSync('haproxy', ['-c', '-f', file])
  if (error) return expect(error.message).toContain('ENOENT')
  expect(stderr.toString()).not.toContain('ALERT')
  expect(status).toBe(0)
})
