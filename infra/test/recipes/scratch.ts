import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

interface Copy {
  read(file: string): string
  write(file: string, text: string): void
}

/** The edits that are the same in a copy on disk and in one in memory. */
export function editsOf({ read, write }: Copy): Pick<Edits, 'insertAfter' | 'replace' | 'write'> {
  const replace = (file: string, from: string, to: string) => {
    const pieces = read(file).split(from)
    if (pieces.length !== 2) throw new Error(`${file} has not exactly one ${JSON.stringify(from)}.`)
    write(file, pieces.join(to))
  }
  return {
    write,
    replace,
    insertAfter: (file, anchor, text) => replace(file, anchor, `${anchor}${text}`),
  }
}

export interface Scratch extends Edits {
  /** Includes printed and generated files. */
  changedFiles(): readonly string[]
  remove(): void
}

/** HEAD with the uncommitted changes of tracked files, and dependencies from the store. */
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
        PATH: `${bin}${delimiter}${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      },
    })
  run('pnpm', 'install', '--offline', '--frozen-lockfile')
  run('turbo', 'run', 'generate')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return {
    ...editsOf({ read: (file) => readFileSync(join(folder, file), 'utf8'), write }),
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
