import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileSigner, type FileVerifier, fileSigner, fileVerifier } from '@signet/secrets'
import { root } from '../local/repository.ts'
import { imageNames } from './assemble.ts'

/** Images: digest of the engine, which registries and archives keep. Files: SHA-256. */
interface Release {
  readonly format: 'signet-release/1'
  readonly version: string
  readonly images: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

const manifestFile = (version: string): string => join(root, '.local', `signet-${version}.release.json`)

/** `openssl pkeyutl -rawin` also verifies the signature. */
export function signRelease(file: string, release: Release, signer: FileSigner): void {
  const bytes = Buffer.from(`${JSON.stringify(release, null, 2)}\n`)
  writeFileSync(file, bytes)
  writeFileSync(`${file}.sig`, signer.sign(bytes))
}

/** @throws Error when the signature is of another key, or a digest differs from the signed one */
export function verifyRelease(file: string, here: Release, verifier: FileVerifier): void {
  const bytes = readFileSync(file)
  const signature = existsSync(`${file}.sig`) ? readFileSync(`${file}.sig`) : Buffer.alloc(0)
  if (!verifier.verify(bytes, signature)) throw new Error(`${file} is not signed with this key.`)
  const signed = JSON.parse(bytes.toString()) as Release
  for (const part of ['images', 'files'] as const)
    for (const [name, digest] of Object.entries(here[part]))
      if (signed[part][name] !== digest)
        throw new Error(`${name} is ${digest} here; ${signed[part][name] ?? 'nothing'} was signed.`)
}

function releaseHere(version: string): Release {
  const folders = [join(root, '.local/sbom'), join(root, '.local')].filter((folder) => existsSync(folder))
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.cdx.json') || name.startsWith(`signet-${version}-`))
      .map((name) => [name, digestOf(join(folder, name))] as const),
  )
  const images = imageNames.map((name) => `signet/${name}:${version}`).map((tag) => [tag, idOf(tag)] as const)
  return {
    format: 'signet-release/1',
    version,
    images: Object.fromEntries(images),
    files: Object.fromEntries(files),
  }
}

const idOf = (tag: string): string =>
  execFileSync('docker', ['image', 'inspect', '--format', '{{.Id}}', tag]).toString().trim()

const digestOf = (file: string): string =>
  `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`

function keyOf(variable: string): string {
  const file = process.env[variable]
  if (!file) throw new Error(`Set ${variable} to the file of the Ed25519 key, in PEM.`)
  return readFileSync(file, 'utf8')
}

/** `npm run images:sign` and `npm run images:verify`, after `npm run images`. */
export function runRelease(command: 'sign' | 'verify'): void {
  const version = process.env.SIGNET_VERSION ?? 'dev'
  const [file, here] = [manifestFile(version), releaseHere(version)]
  if (command === 'sign') signRelease(file, here, fileSigner(keyOf('SIGNET_RELEASE_KEY_FILE')))
  else verifyRelease(file, here, fileVerifier(keyOf('SIGNET_RELEASE_PUBLIC_KEY_FILE')))
  const count = Object.keys(here.images).length + Object.keys(here.files).length
  console.log(`${file.slice(root.length)}: ${count} digests ${command === 'sign' ? 'signed' : 'verified'}`)
}
