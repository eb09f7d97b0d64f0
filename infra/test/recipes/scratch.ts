import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../../local/repository.ts'

/** Paths are relative to the root of the repository. */
export interface Edits {
  /** The anchor must occur exactly once in the file. */
  insertAfter(file: string, anchor: string, text: string): void
  /** The text must occur exactly once in the file. */
  replace(file: string, from: string, to: string): void
  /** Creates the folder of the file. */
  write(file: string, text: string): void
  copyFolder(from: string, to: string): void
  run(program: string, ...args: readonly string[]): string
}

export interface Scratch extends Edits {
  /** Includes printed and generated files. */
  changedFiles(): readonly string[]
  remove(): void
}

/** Copies the links to packages. Links to packages of the repository lead to those of the copy, because they are relative. */
function copyDependencies(folder: string): void {
  for (const workspace of ['.', 'infra', 'e2e', ...['apps', 'packages', 'services'].flatMap(foldersIn)]) {
    const from = join(root, workspace, 'node_modules')
    const to = join(folder, workspace, 'node_modules')
    if (!existsSync(from)) continue
    mkdirSync(to)
    for (const name of readdirSync(from))
      if (!name.startsWith('.') || name === '.bin')
        cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(root, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'))
}

const foldersIn = (group: string): string[] => readdirSync(join(root, group)).map((name) => join(group, name))

/** HEAD with the uncommitted changes of tracked files, and the installed dependencies of this repository. */
export function makeScratch(): Scratch {
  const folder = join(mkdtempSync(join(tmpdir(), 'signet-recipe-')), 'repository')
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  execFileSync('git', ['clone', '--quiet', '--shared', root, folder])
  const uncommitted = execFileSync('git', ['diff', 'HEAD', '--binary'], { cwd: root, maxBuffer: 2 ** 28 })
  if (uncommitted.length > 0) execFileSync('git', ['apply'], { cwd: folder, input: uncommitted })
  git('add', '--all')
  const bin = join(folder, 'node_modules/.bin')
  const run = (program: string, ...args: readonly string[]): string =>
    execFileSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
      env: {
        ...process.env,
        NO_COLOR: '1',
        TURBO_CACHE_DIR: join(root, '.turbo/cache'),
        PATH: `${bin}${delimiter}${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      },
    })
  copyDependencies(folder)
  run('turbo', 'run', 'generate')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const replace = (file: string, from: string, to: string) => {
    const pieces = readFileSync(join(folder, file), 'utf8').split(from)
    if (pieces.length !== 2) throw new Error(`${file} has not exactly one ${JSON.stringify(from)}.`)
    write(file, pieces.join(to))
  }
  return {
    write,
    replace,
    insertAfter: (file, anchor, text) => replace(file, anchor, `${anchor}${text}`),
    run,
    copyFolder: (from, to) => cpSync(join(folder, from), join(folder, to), { recursive: true }),
    changedFiles: () =>
      git('status', '--porcelain', '--untracked-files=all')
        .split('\n')
        .filter((line) => /^(?:.[MD]|\?\?)/.test(line))
        .map((line) => line.slice(3)),
    remove: () => rmSync(join(folder, '..'), { recursive: true, force: true }),
  }
}
