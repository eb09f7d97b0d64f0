import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSigner } from '@signet/secrets'
import { expect, onTestFinished, test } from 'vitest'
import { signRelease, verifyRelease } from '../images/release.ts'

const newSigner = () =>
  fileSigner(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())

test("a release is verified only when its images and files equal the signed ones and the key is the signer's", () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [file, signer] = [join(folder, 'release.json'), newSigner()]
  const release = {
    format: 'signet-release/1',
    version: '1.0.0',
    images: { 'signet/auth:1.0.0': 'sha256:aa', 'signet/scim:1.0.0': 'sha256:bb' },
    files: { 'auth.cdx.json': 'sha256:cc' },
  } as const
  signRelease(file, release, signer)
  verifyRelease(file, release, signer.verifier)
  // An installation with some of the images verifies only these.
  verifyRelease(file, { ...release, images: { 'signet/auth:1.0.0': 'sha256:aa' } }, signer.verifier)
  const other = { ...release, images: { 'signet/auth:1.0.0': 'sha256:dd' } }
  expect(() => verifyRelease(file, other, signer.verifier)).toThrow(
    'signet/auth:1.0.0 is sha256:dd here; sha256:aa was signed.',
  )
  const unknown = { ...release, files: { 'other.cdx.json': 'sha256:cc' } }
  expect(() => verifyRelease(file, unknown, signer.verifier)).toThrow('nothing was signed')
  expect(() => verifyRelease(file, release, newSigner().verifier)).toThrow('is not signed with this key')
  writeFileSync(file, readFileSync(file, 'utf8').replace('sha256:aa', 'sha256:dd'))
  expect(() => verifyRelease(file, other, signer.verifier)).toThrow('is not signed with this key')
})
