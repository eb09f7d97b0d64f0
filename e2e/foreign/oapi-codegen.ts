import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installGo } from './install.ts'
import { checkCreated, copyProgram, runProgram, type Suite, variablesOf } from './suite.ts'

const tool = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

export const oapiCodegen: Suite = {
  name: 'oapi-codegen',
  toolchain: ['go'],
  async run({ folder, tools, documents, instance }) {
    const generator = await installGo(tools, tool)
    await mkdir(join(folder, 'signet'))
    await writeFile(join(folder, 'go.mod'), 'module example.com/use\n\ngo 1.24\n')
    const args = ['-generate', 'types,client', '-package', 'signet', '-o', 'signet/client.go']
    await runProgram(generator, [...args, documents.openapi30], { folder })
    await copyProgram('oapi_codegen.go', join(folder, 'main.go'))
    await runProgram('go', ['mod', 'tidy'], { folder })
    await runProgram('go', ['vet', '.'], { folder })
    const environment = variablesOf(instance, 'oapi-codegen')
    return checkCreated(
      instance,
      'oapi-codegen',
      await runProgram('go', ['run', '.'], { folder, environment }),
    )
  },
}
