import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPython } from './install.ts'
import { checkCreated, copyProgram, runProgram, type Suite, variablesOf } from './suite.ts'

const packages = ['openapi-python-client==0.29.1', 'mypy==2.4.1']
const configuration = 'project_name_override: signet-client\npackage_name_override: signet_client\n'

export const openapiPythonClient: Suite = {
  name: 'openapi-python-client',
  toolchain: ['python3'],
  async run({ folder, tools, documents, instance }) {
    const programs = await installPython(tools, packages)
    await writeFile(join(folder, 'configuration.yaml'), configuration)
    const generated = join(folder, 'generated')
    const args = ['--path', documents.openapi31, '--config', 'configuration.yaml', '--output-path', generated]
    await runProgram(join(programs, 'openapi-python-client'), ['generate', ...args], { folder })
    await copyProgram('use.py', join(generated, 'use.py'))
    await runProgram(join(programs, 'mypy'), ['use.py'], { folder: generated })
    const environment = variablesOf(instance, 'python')
    const output = await runProgram(join(programs, 'python'), ['use.py'], { folder: generated, environment })
    return checkCreated(instance, 'python', output)
  },
}
