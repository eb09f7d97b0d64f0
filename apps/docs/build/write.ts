import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allPages, withAddresses } from './all-pages.ts'
import type { Page } from './page.ts'

const content = fileURLToPath(new URL('../src/content/docs', import.meta.url))

const forBrowsers = (path: string): string => (path === 'index' ? '/docs/' : `/docs/${path}/`)

export const forAgents = (path: string): string => `/docs/${path}.md`

export const markdownOf = ({ title, description, body }: Page): string =>
  `# ${title}\n\n${description}\n\n${withAddresses(body, forAgents)}\n`

export function writePages(): Page[] {
  const pages = allPages()
  rmSync(content, { recursive: true, force: true })
  for (const page of pages) {
    const file = join(content, `${page.path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      `---\n${JSON.stringify(frontOf(page))}\n---\n\n${withAddresses(page.body, forBrowsers)}\n`,
    )
  }
  return pages
}

const frontOf = ({ title, description, order, label }: Page) => ({
  title,
  description,
  sidebar: { order, ...(label ? { label } : {}) },
})

if (import.meta.main) writePages()
