import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './suite.ts'

/** Installs packages of npm in a folder of their own. @returns the folder of their programs */
export async function installNpm(tools: string, name: string, packages: readonly string[]): Promise<string> {
  const folder = join(tools, `${name}-${packages.join(' ').replaceAll(/[^\w.]+/g, '-')}`)
  if (!existsSync(folder))
    await runProgram('npm', ['install', '--silent', '--no-save', '--prefix', folder, ...packages], {
      folder: tools,
    })
  return join(folder, 'node_modules', '.bin')
}

/** Installs packages of PyPI in an environment of their own. @returns the folder of their programs */
export async function installPython(tools: string, packages: readonly string[]): Promise<string> {
  const folder = join(tools, packages.join('-').replaceAll(/[^\w.]+/g, '-'))
  const programs = join(folder, 'bin')
  if (!existsSync(folder)) {
    await runProgram('python3', ['-m', 'venv', folder], { folder: tools })
    await runProgram(join(programs, 'pip'), ['install', '--quiet', ...packages], { folder: tools })
  }
  return programs
}

/** Installs a program from its Go module. @returns its path */
export async function installGo(tools: string, program: string): Promise<string> {
  const [path = '', version = ''] = program.split('@')
  const folder = join(tools, `${path.split('/').at(-1)}-${version}`)
  if (!existsSync(folder))
    await runProgram('go', ['install', program], { folder: tools, environment: { GOBIN: folder } })
  return join(folder, path.split('/').at(-1) ?? '')
}

/** Downloads a program from Maven Central. @returns the path of its archive */
export async function installJar(tools: string, artifact: string): Promise<string> {
  const [, name, version] = artifact.split(':')
  const file = join(tools, `${name}-${version}.jar`)
  const copy = ['org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy', `-Dartifact=${artifact}`]
  if (!existsSync(file))
    await runProgram('mvn', ['-q', '-B', ...copy, `-DoutputDirectory=${tools}`], { folder: tools })
  return file
}
