import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Oldest Node.js that can run this file; later steps use the project's own. */
const oldestNode = 20

export const markerPath = ['node_modules', '.signet-install']

/**
 * @param {string} version of Node.js, such as `20.11.1`
 * @returns {string | undefined} an error message when it is too old
 */
export function nodeRefusal(version) {
  if (Number.parseInt(version, 10) >= oldestNode) return undefined
  return `Signet needs Node.js ${oldestNode} or later to start, this is ${version}: install a newer one from https://nodejs.org.`
}

/** Covers the files that determine an installation. @param {string} root of the repository */
export function installDigest(root) {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * @param {string} root of the repository
 * @returns {string | undefined} reason for an installation; undefined when the present one is current
 */
export function installReason(root) {
  if (!existsSync(join(root, 'node_modules', '.bin'))) return 'first start'
  const marker = join(root, ...markerPath)
  if (!existsSync(marker)) return 'the last installation was not completed'
  if (readFileSync(marker, 'utf8') !== installDigest(root)) return 'the dependencies changed'
  return undefined
}
