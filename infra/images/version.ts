import { execFileSync } from 'node:child_process'
import { root } from '../local/repository.ts'

export const releaseVersion = process.env.SIGNET_VERSION ?? 'dev'

export function describedVersion(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim()
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${releaseVersion}+${git('rev-parse', '--short', 'HEAD')}${isChanged ? '.changed' : ''}`
  } catch {
    return releaseVersion
  }
}
