import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './suite.ts'

/** An earlier run may have finished the installation. */
async function installOnce(folder: string, install: () => Promise<void>): Promise<void> {
  const marker = `${folder}.installed`
  if (existsSync(marker)) return
  rmSync(folder, { recursive: true, force: true })
  await install()
  writeFileSync(marker, '')
}

const folderOf = (tools: string, words: readonly string[]): string =>
  join(tools, words.join('-').replaceAll(/[^\w.]+/g, '-'))

/** @returns the folder of the programs */
export async function installNpm(tools: string, name: string, packages: readonly string[]): Promise<string> {
  const folder = folderOf(tools, [name, ...packages])
  await installOnce(folder, async () => {
    await runProgram('npm', ['install', '--silent', '--no-save', '--prefix', folder, ...packages], {
      folder: tools,
    })
  })
  return join(folder, 'node_modules', '.bin')
}

/** @returns the folder of the programs */
export async function installPython(tools: string, packages: readonly string[]): Promise<string> {
  const folder = folderOf(tools, packages)
  const programs = join(folder, 'bin')
  await installOnce(folder, async () => {
    await runProgram('python3', ['-m', 'venv', folder], { folder: tools })
    await runProgram(join(programs, 'pip'), ['install', '--quiet', ...packages], { folder: tools })
  })
  return programs
}

/** @returns the path */
export async function installGo(tools: string, program: string): Promise<string> {
  const name = program.split('@')[0]?.split('/').at(-1) ?? ''
  const folder = folderOf(tools, [program])
  await installOnce(folder, async () => {
    await runProgram('go', ['install', program], { folder: tools, environment: { GOBIN: folder } })
  })
  return join(folder, name)
}

/**
 * Maven Central.
 * @param artifact group, name, version and, except for a jar, type
 * @returns the path
 */
export async function installArtifact(tools: string, artifact: string): Promise<string> {
  const [, name, version, type = 'jar'] = artifact.split(':')
  const folder = folderOf(tools, [artifact])
  const copy = ['org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy', `-Dartifact=${artifact}`]
  await installOnce(folder, async () => {
    await runProgram('mvn', ['-q', '-B', ...copy, `-DoutputDirectory=${folder}`], { folder: tools })
  })
  return join(folder, `${name}-${version}.${type}`)
}

/**
 * The archive of Maven Central has one folder.
 * @returns the path of the extracted folder
 */
export async function installZip(tools: string, artifact: string): Promise<string> {
  const archive = await installArtifact(tools, `${artifact}:zip`)
  const folder = folderOf(tools, [artifact, 'extracted'])
  await installOnce(folder, async () => {
    await runProgram('unzip', ['-q', archive, '-d', folder], { folder: tools })
  })
  const [content] = readdirSync(folder)
  if (content === undefined) throw new Error(`${archive} is empty.`)
  return join(folder, content)
}
