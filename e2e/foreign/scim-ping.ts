import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createScimConnection } from './scim-connection.ts'
import { copyProgram, runProgram, type Suite } from './suite.ts'

export const scimPing: Suite = {
  name: 'scim-ping',
  toolchain: ['java', 'mvn'],
  async run({ folder, instance }) {
    const { url, issue } = await createScimConnection(instance, 'Ping SDK')
    const token = String((await issue({ kind: 'static_token', lifetimeDays: 90 })).staticToken)
    const sources = join(folder, 'src/main/java')
    await mkdir(sources, { recursive: true })
    await copyProgram('ping/pom.xml', join(folder, 'pom.xml'))
    await copyProgram('ping/Check.java', join(sources, 'Check.java'))
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies'
    await runProgram('mvn', ['-q', '-B', 'package', copy], { folder })
    const output = await runProgram(
      'java',
      ['--add-opens=java.base/java.net=ALL-UNNAMED', '-cp', 'target/classes:target/dependency/*', 'Check'],
      { folder, environment: { SCIM_URL: url, SCIM_TOKEN: token } },
    )
    const failures = output.split('\n').filter((line) => line.startsWith('failed'))
    const passed = /^passed\t(\d+)$/m.exec(output)?.[1]
    if (failures.length > 0 || passed === undefined)
      throw new Error(failures.join('\n') || `The program printed no result:\n${output}`)
    return `SDK of Ping Identity ${passed} passed`
  },
}
