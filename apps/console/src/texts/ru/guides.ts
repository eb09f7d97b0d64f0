import type { Russian } from '../types.ts'

const registration = [
  'Откройте App registrations и выберите New registration.',
  'В качестве redirect URI выберите платформу Web и введите {callback}.',
  'Скопируйте Application (client) ID: это ID клиента.',
  'В разделе Certificates & secrets создайте секрет клиента и скопируйте его Value: это секрет клиента.',
] as const

export const guides: Russian<'guides'> = {
  later: 'адрес, который получит проект',
  providers: {
    google: [
      'Выберите проект и заполните экран согласия в разделе Branding.',
      'В разделе Clients выберите Create client, тип Web application.',
      'В качестве authorized redirect URI введите {callback}.',
      'Скопируйте ID и секрет клиента.',
    ],
    microsoft: [
      'В качестве supported account types выберите учётные записи любого каталога организаций и личные учётные записи Microsoft.',
      ...registration,
      'В разделе Token configuration добавьте необязательные утверждения email и xms_edov: любой арендатор может записать любой адрес, и подтверждённым считается только тот, чей домен проверила Microsoft.',
    ],
    apple: [
      'Создайте App ID с Sign in with Apple, затем Services ID: его идентификатор — это ID клиента.',
      'Настройте Sign in with Apple для Services ID: введите домен этого адреса и как return URL — {callback}. Apple принимает https и не принимает localhost.',
      'В разделе Keys создайте ключ с Sign in with Apple и скачайте файл .p8: его текст — ключ подписи, его Key ID — ID ключа.',
      'Team ID указан вверху страницы справа: это ID команды.',
      'Кто скрывает свой адрес, получает адрес, с которого Apple пересылает письма: зарегистрируйте отправителя вашей почты в Sign in with Apple for Email Communication.',
    ],
    entra: [
      'В качестве supported account types выберите учётные записи только этого каталога организации.',
      ...registration,
      'Скопируйте Directory (tenant) ID из обзора: это арендатор.',
      'В разделе Token configuration добавьте необязательное утверждение email: без него у людей здесь нет адреса, если только утверждение с адресом не названо иначе, например preferred_username.',
    ],
    okta: [
      'В Admin Console откройте Applications и выберите Create App Integration, OIDC, Web Application.',
      'В качестве sign-in redirect URI введите {callback}.',
      'Назначьте людей или группы, которым разрешён вход.',
      'Скопируйте ID и секрет клиента; издатель — это адрес организации, https://<name>.okta.com.',
    ],
    auth0: [
      'В разделе Applications создайте Regular Web Application.',
      'В качестве allowed callback URL введите {callback}.',
      'Скопируйте ID и секрет клиента; издатель — https://<domain>/ с косой чертой на конце.',
      'Чтобы он мог завершать сеансы, введите {logout} как back-channel logout URI и разрешите здесь выход по обратному каналу.',
    ],
    keycloak: [
      'В нужном realm выберите Clients, Create client, тип OpenID Connect.',
      'Включите Client authentication и как valid redirect URI введите {callback}.',
      'Скопируйте ID клиента и секрет на вкладке Credentials; издатель — https://<host>/realms/<realm>.',
      'Чтобы он мог завершать сеансы, введите {logout} как Backchannel logout URL, включите Backchannel logout session required и разрешите здесь выход по обратному каналу.',
    ],
    gitlab: [
      'Выберите Add new application и оставьте Confidential включённым.',
      'В качестве redirect URI введите {callback} и выберите области openid, profile и email.',
      'Скопируйте application ID и секрет; для собственного GitLab укажите его адрес как издателя.',
    ],
    oidc: [
      'Создайте у провайдера веб-приложение («client», «app registration») с потоком authorization code.',
      'В качестве адреса перенаправления введите {callback}.',
      'Скопируйте издателя, ID и секрет клиента.',
      'Если он умеет завершать сеансы (back-channel logout), введите там {logout} и разрешите здесь выход по обратному каналу.',
      'Попробуйте войти, прежде чем люди увидят кнопку.',
    ],
  },
  directories: {
    entra: {
      steps: [
        'В центре администрирования Entra откройте Enterprise applications и приложение, через которое люди входят.',
        'В разделе Provisioning выберите Automatic и введите Tenant URL.',
        'В качестве способа проверки подлинности выберите OAuth2 Client Credentials Grant и введите Token Endpoint, Client Identifier и Client Secret; если его нет, введите статический токен как Secret Token.',
        'Выберите Test Connection, затем Save.',
        'В разделе Mappings заполняйте externalId из objectId, чтобы человек здесь и при входе был одним и тем же.',
        'Назначьте пользователей и группы и запустите подготовку.',
      ],
      pitfalls: [
        'По умолчанию externalId заполняется из mailNickname, которого нет ни в одном утверждении при входе.',
        'Снятый с назначения человек сначала деактивируется, а удаляется через 30 дней.',
        'Подготовка выполняется каждые 20–40 минут: изменение видно не сразу.',
      ],
    },
    okta: {
      steps: [
        'В Admin Console откройте приложение, вкладку General, и включите подготовку по SCIM.',
        'На вкладке Provisioning введите SCIM connector base URL и userName как уникальное поле пользователей.',
        'Включите Push New Users, Push Profile Updates и Push Groups.',
        'В качестве Authentication mode выберите HTTP Header, введите статический токен и проверьте соединение.',
        'В разделе To App включите Create Users, Update User Attributes и Deactivate Users.',
        'Назначьте людей и передайте группы.',
      ],
      pitfalls: [
        'Okta деактивирует и никогда не удаляет: подключение можно удалить только после того, как здесь удалены его пользователи.',
        'В переданной группе только те, кто назначен приложению.',
      ],
    },
    generic: {
      steps: [
        'Введите адрес SCIM в каталоге.',
        'Пусть он получает токен на адресе токенов с grant client_credentials и scope scim; если не умеет, дайте ему статический токен.',
        'Пусть externalId будет тем идентификатором, который есть в утверждении провайдера при входе.',
        'Назначьте людей и группы и запустите подготовку.',
      ],
      pitfalls: ['Статический токен кончается сам: запомните, когда, и выпустите следующий с запасом.'],
    },
  },
}
