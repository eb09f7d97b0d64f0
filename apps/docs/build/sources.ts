import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type Page, readRepository } from './page.ts'

const folder = fileURLToPath(new URL('../pages', import.meta.url))

interface Front {
  readonly title: string
  readonly description: string
  readonly order?: number
  readonly label?: string
}

/** Pages of the folder `pages`, with the files of examples inserted. */
export function writtenPages(): Page[] {
  return globSync('**/*.md', { cwd: folder }).map((file) => {
    const [, front = '', body = ''] =
      /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(`${folder}/${file}`, 'utf8')) ?? []
    const { title, description, order = 50, label } = parse(front) as Front
    return {
      path: file.replace(/\.md$/, ''),
      title,
      description,
      order,
      ...(label ? { label } : {}),
      body: withExamples(body.trim()),
    }
  })
}

/** Replaces the empty block ```` ```js example=react/main.jsx ````. */
const withExamples = (body: string): string =>
  body.replaceAll(/^```(\w+) example=(\S+)\n```$/gm, (_, language: string, file: string) =>
    codeBlock(language, file, readRepository(`e2e/examples/${file}`)),
  )

export const codeBlock = (language: string, path: string, code: string): string =>
  `\`\`\`${language} title="${path.replace(/^.*\//, '')}"\n${code.trimEnd()}\n\`\`\``
