import { describe, expect, it } from 'vitest'
import { environments, readEnv } from '../src/index.ts'

const right = {
  SIGNET_BASE_URL: 'https://id.example.com',
  DATABASE_URL: 'postgresql://signet:secret@db.example.com:5432/signet',
  NATS_URL: 'nats://127.0.0.1:4222',
  SIGNET_SECRET_KEYS: 'k:AAAA',
}

const reading = (more: NodeJS.ProcessEnv) => () => readEnv(environments['admin-api'], { ...right, ...more })

describe('values of variables', () => {
  it.each<[name: string, value: string, sentence: string]>([
    ['DATABASE_URL', 'signet', 'must be a URL such as postgresql://'],
    ['DATABASE_URL', 'mysql://signet:secret@db/signet', 'must be a URL such as postgresql://'],
    ['DATABASE_URL', 'host=db user=signet password=secret', 'must be a URL such as postgresql://'],
    ['DATABASE_URL', 'postgresql://signet:secret@one:5432,two:5432/signet', 'must name one host'],
    ['DATABASE_URL', 'postgresql://signet:secret@one,two/signet', 'must name one host'],
    ['DATABASE_URL', 'postgresql://signet:secret/#?@db/signet', 'encode all but letters and digits'],
    ['DATABASE_URL', 'postgresql://signet:secret@db/signet?options=-c%20jit%3Don', 'must have no options'],
    ['NATS_URL', 'http://secret@127.0.0.1:4222', 'must be nats://host:port'],
    ['NATS_URL', ' , ', 'must be nats://host:port'],
    ['NATS_URL', 'nats://127.0.0.1:4222,', 'must be nats://host:port'],
    ['NATS_URL', 'nats://127.0.0.1:4222,nats://127.0.0.1:port', 'must be nats://host:port'],
    ['SIGNET_BASE_URL', 'http://id.example.com', 'must use https'],
    ['SIGNET_BASE_URL', 'https://id.example.com/path', 'must be an origin'],
    ['SIGNET_AUTH_URL', 'auth:8080', 'must be an origin'],
    ['SIGNET_AUTH_URL', 'ftp://auth', 'must be an origin'],
    ['SIGNET_AUTH_URL', 'http://auth:8080/path', 'must be an origin without a path'],
    ['SIGNET_MAIL_ALLOW', 'mail.example.com', 'must be pairs host:port'],
    ['SIGNET_MAIL_ALLOW', 'mail.example.com:25, smtp://mail:25', 'must be pairs host:port'],
    ['SIGNET_EGRESS_ALLOW', '127.0.0.1', 'must be pairs host:port'],
    ['SIGNET_DATABASE_POOL', '1', '>=2'],
    ['PORT', '99999', '<=65535'],
  ])(
    'an invalid value of %s, %s, is rejected with a message that names the variable and contains no secret',
    (name, value, says) => {
      const refused = reading({ [name]: value })
      expect(refused).toThrow(`The environment variable ${name} is not valid: `)
      expect(refused).toThrow(says)
      expect(refused).not.toThrow('secret')
    },
  )
})

it.each<[name: string, value: string]>([
  ['DATABASE_URL', 'postgres://signet@%2Fvar%2Frun%2Fpostgresql/signet'],
  ['DATABASE_URL', 'postgresql:///signet?host=/var/run/postgresql&user=signet'],
  ['DATABASE_URL', 'postgresql://signet:p%40ss%2C@[::1]:5432/signet?sslmode=verify-full'],
  ['NATS_URL', 'nats://one:4222, tls://signet:secret@two:4222,three'],
])('%s may be %s', (name, value) => {
  expect(reading({ [name]: value })()).toMatchObject({ [name]: value })
})

it('a list of pairs of hosts and ports is split into pairs', () => {
  const { SIGNET_MAIL_ALLOW } = reading({ SIGNET_MAIL_ALLOW: 'mail.example.com:25, [::1]:2525,' })()
  expect(SIGNET_MAIL_ALLOW).toEqual(['mail.example.com:25', '[::1]:2525'])
})
