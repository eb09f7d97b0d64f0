import type { Connection } from '../authn/connection.ts'
import type { ListQuery } from '../messages/list-query.ts'
import type { Projection } from '../messages/projection.ts'
import type { Reading } from '../messages/reading.ts'
import type { ScimObject } from '../schemas/scim-object.ts'
import type { ResourceDefinition } from './define-resource.ts'

export interface Call extends Reading {
  readonly connection: Connection
  readonly projection: Projection
  readonly ifMatch: string | undefined
}

export interface FoundResource {
  readonly id: string
  readonly version: number
  readonly resource: ScimObject
}

export interface FoundPage {
  readonly resources: readonly ScimObject[]
  readonly totalResults: number
  /** Null when no resource follows. */
  readonly lastId: string | null
}

/** All kinds share routes, responses and errors. */
export interface ResourceHandler {
  readonly definition: ResourceDefinition
  list(call: Call, query: ListQuery): Promise<FoundPage>
  find(call: Call, id: string): Promise<FoundResource>
  create(call: Call, body: unknown): Promise<FoundResource>
  replace(call: Call, id: string, body: unknown): Promise<FoundResource>
  /** Returns null when the resource was changed, is expensive to read, and was not requested (RFC 7644 section 3.5.2). */
  patch(call: Call, id: string, body: unknown): Promise<FoundResource | null>
  remove(call: Call, id: string): Promise<void>
}
