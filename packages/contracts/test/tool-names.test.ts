import { expect, it } from 'vitest'
import { operationList } from '../src/index.ts'

const prefixes = [
  ['/projects/:/users', 'project_user_'],
  ['/projects/:/groups', 'project_group_'],
  ['/projects/:/keys', 'project_key_'],
  ['/teams', 'team_'],
] as const

it.each(prefixes)('a tool of %s begins with %s', (path, prefix) => {
  const tools = operationList.filter(({ kind, route }) => {
    const [, at = ''] = route.replace(/:\w+/g, ':').split(' ')
    // Identities of a user belong to the tools of identity providers.
    return kind !== 'console_only' && at.startsWith(path) && !at.includes('/identities')
  })
  expect(tools.length).toBeGreaterThan(2)
  expect(tools.filter(({ tool }) => !tool.startsWith(prefix))).toEqual([])
})

it('the tools of projects begin with project_ and no tool has a name of an earlier release', () => {
  const tools = operationList.map(({ tool }) => tool)
  const ofProjects = operationList.filter(({ route }) => /^\w+ \/projects(\/:\w+)?$/.test(route))
  expect(ofProjects.length).toBeGreaterThan(3)
  for (const { tool } of ofProjects) expect(tool).toMatch(/^project_/)
  expect(tools.filter((tool) => /bucket|tenant|role/.test(tool))).toEqual([])
})

it('no route has a segment for a version', () => {
  expect(operationList.filter(({ route }) => /\/v\d+(\/|$)/.test(route))).toEqual([])
})
