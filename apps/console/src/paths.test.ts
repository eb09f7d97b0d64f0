import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { createQueryClient } from './api/operation.ts'
import { paths, signInUrl } from './paths.ts'
import { createConsoleRouter } from './routes.tsx'

const router = createConsoleRouter(createQueryClient(), createMemoryHistory({ initialEntries: ['/admin/'] }))
const project = 'prj_01k9z8h4e5f6g7h8j9k0m1n2p3'

const built = {
  setup: paths.setup(),
  projects: paths.projects({ q: 'acme & co' }),
  projectNew: paths.projectNew(),
  project: paths.project(project),
  projectSettings: paths.projectSettings(project),
  applications: paths.applications(project),
  applicationNew: paths.applicationNew(project),
  application: paths.application(project, 'app_1'),
  users: paths.users(project, { q: 'ada+1@acme.example', status: 'locked', page: 3 }),
  userNew: paths.userNew(project),
  user: paths.user(project, 'usr_1'),
  audit: paths.audit({ actionPrefix: 'project.key.', from: '2026-11-01' }),
} as const

describe('paths', () => {
  test('every address of the console is listed here', () => {
    const hrefs = Object.entries(built).map(([name, to]) => `${name} ${router.buildLocation(to).publicHref}`)
    expect(hrefs).toMatchInlineSnapshot(`
      [
        "setup /admin/setup",
        "projects /admin/projects?q=acme%20%26%20co",
        "projectNew /admin/projects/new",
        "project /admin/projects/prj_01k9z8h4e5f6g7h8j9k0m1n2p3",
        "projectSettings /admin/projects/prj_01k9z8h4e5f6g7h8j9k0m1n2p3/settings",
        "applications /admin/projects/prj_01k9z8h4e5f6g7h8j9k0m1n2p3/applications",
        "applicationNew /admin/projects/prj_01k9z8h4e5f6g7h8j9k0m1n2p3/applications/new",
        "application /admin/projects/prj_01k9z8h4e5f6g7h8j9k0m1n2p3/applications/app_1",
        "users /admin/projects/prj_01k9z8h4e5f6g7h8j9k0m1n2p3/users?q=ada%2B1%40acme.example&status=locked&page=3",
        "userNew /admin/projects/prj_01k9z8h4e5f6g7h8j9k0m1n2p3/users/new",
        "user /admin/projects/prj_01k9z8h4e5f6g7h8j9k0m1n2p3/users/usr_1",
        "audit /admin/audit?actionPrefix=project.key.&from=2026-11-01",
      ]
    `)
  })

  test.each(Object.entries(built))('%s opens its own page instead of "nothing here"', (_, to) => {
    const [matchedRoutes, , foundRoute] = router.getMatchedRoutes(router.buildLocation(to).pathname)
    expect(foundRoute).toBeDefined()
    expect(matchedRoutes.at(-1)?.options.component).toBeDefined()
  })

  test('a return address of the sign-in has only characters that the server accepts', () => {
    for (const to of Object.values(built)) {
      const href = router.buildLocation(to).publicHref
      expect(href).toMatch(/^\/admin\/[\w./?=&%~-]*$/)
      expect(new URL(signInUrl(href), 'http://localhost').searchParams.get('returnTo')).toBe(href)
    }
  })
})
