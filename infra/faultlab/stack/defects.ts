import { connectNats, startFaults } from '@signet/events'
import { createLogger } from '@signet/runtime'
import { faultService } from '../checkers/observed.ts'
import type { Backing } from './backing.ts'

export interface Defects {
  capture(): void
  close(): Promise<void>
}

export function startDefects({ natsUrl, env }: Backing): Defects {
  const logger = createLogger('faultlab', 'silent')
  const nats = connectNats({ url: natsUrl, credentials: env, name: 'faultlab' })
  const faults = startFaults({ service: faultService, nats, logger, queueDepth: 10_000 })
  return {
    capture: () => void faults.capture(new PlantedDefect('planted by the laboratory')),
    async close() {
      await faults.close()
      await nats.close()
    },
  }
}

class PlantedDefect extends Error {
  override name = 'PlantedDefect'
}
