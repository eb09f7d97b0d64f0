import type { Page } from './page.ts'
import { claimsPage } from './reference/claims.ts'
import { errorsPage } from './reference/errors.ts'
import { instancePages } from './reference/instance.ts'
import { operationPages } from './reference/operations.ts'
import { overviewPage } from './reference/overview.ts'
import { rightsPages } from './reference/rights.ts'
import { repositoryPages } from './repository-documents.ts'
import { writtenPages } from './sources.ts'
import { stackPages } from './stacks.ts'

/** @throws if two pages have one path, or a link names a page that does not exist */
export function allPages(): Page[] {
  const pages = [
    ...writtenPages(),
    ...repositoryPages(),
    ...stackPages(),
    overviewPage(),
    ...operationPages(),
    ...instancePages(),
    ...rightsPages(),
    claimsPage(),
    errorsPage(),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const paths = new Set(pages.map(({ path }) => path))
  if (paths.size !== pages.length) throw new Error('Two pages have the same path.')
  for (const { path, body } of pages)
    for (const [, target = ''] of body.matchAll(pageLinks))
      if (!paths.has(target)) throw new Error(`The page ${path} links to ${target}, which does not exist.`)
  return pages
}

const pageLinks = /\]\(page:([^)#]*)(#[^)]*)?\)/g

export const withAddresses = (body: string, address: (path: string) => string): string =>
  body.replaceAll(pageLinks, (_, target: string, heading = '') => `](${address(target)}${heading})`)
