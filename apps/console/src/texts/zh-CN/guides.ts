import type { Chinese } from '../types.ts'

const registration = [
  '打开 App registrations，选择 New registration。',
  '在 redirect URI 处选择平台 Web，并填写 {callback}。',
  '复制 Application (client) ID，即客户端 ID。',
  '在 Certificates & secrets 中新建客户端密钥，复制其 Value，即客户端密钥。',
] as const

export const guides: Chinese<'guides'> = {
  later: '项目将获得的地址',
  providers: {
    google: [
      '选择一个项目，在 Branding 中填写同意屏幕。',
      '在 Clients 中选择 Create client，类型选 Web application。',
      '在 authorized redirect URI 处填写 {callback}。',
      '复制客户端 ID 和客户端密钥。',
    ],
    microsoft: [
      '在 supported account types 处选择任意组织目录中的账号和个人 Microsoft 账号。',
      ...registration,
      '在 Token configuration 中添加可选声明 email 和 xms_edov：任何租户都可以写入任意地址，只有域名经 Microsoft 验证的地址才视为已证实。',
    ],
    apple: [
      '创建启用 Sign in with Apple 的 App ID，再创建 Services ID：其标识符即客户端 ID。',
      '为该 Services ID 配置 Sign in with Apple：填写此地址的域名，return URL 填写 {callback}。Apple 只接受 https，不接受 localhost。',
      '在 Keys 中创建启用 Sign in with Apple 的密钥并下载 .p8 文件：其内容为签名密钥，其 Key ID 为密钥 ID。',
      'Team ID 位于页面右上角，即团队 ID。',
      '隐藏邮箱的用户会得到由 Apple 转发的地址：请在 Sign in with Apple for Email Communication 中登记您的发件人。',
    ],
    entra: [
      '在 supported account types 处选择仅此组织目录中的账号。',
      ...registration,
      '从概览复制 Directory (tenant) ID，即租户。',
      '在 Token configuration 中添加可选声明 email：否则用户在此没有地址，除非把地址所在的声明改为其他名称，例如 preferred_username。',
    ],
    okta: [
      '在 Admin Console 打开 Applications，依次选择 Create App Integration、OIDC、Web Application。',
      '在 sign-in redirect URI 处填写 {callback}。',
      '分配可以登录的人员或群组。',
      '复制客户端 ID 和客户端密钥；签发者是组织的地址 https://<name>.okta.com。',
    ],
    auth0: [
      '在 Applications 中创建 Regular Web Application。',
      '在 allowed callback URL 处填写 {callback}。',
      '复制客户端 ID 和客户端密钥；签发者是 https://<domain>/，末尾带斜杠。',
      '如需由它注销用户，在 back-channel logout URI 处填写 {logout}，并在此接受后台通道注销。',
    ],
    keycloak: [
      '在 realm 中选择 Clients、Create client，类型选 OpenID Connect。',
      '开启 Client authentication，在 valid redirect URI 处填写 {callback}。',
      '复制客户端 ID，以及 Credentials 中的密钥；签发者是 https://<host>/realms/<realm>。',
      '如需由它注销用户，在 Backchannel logout URL 处填写 {logout}，开启 Backchannel logout session required，并在此接受后台通道注销。',
    ],
    gitlab: [
      '选择 Add new application，保持 Confidential 开启。',
      '在 redirect URI 处填写 {callback}，并选择范围 openid、profile 和 email。',
      '复制 application ID 和密钥；如果是自建 GitLab，请把其地址填为签发者。',
    ],
    oidc: [
      '在提供方创建一个使用授权码流程的 Web 应用（“client”或“app registration”）。',
      '在重定向地址处填写 {callback}。',
      '复制其签发者、客户端 ID 和客户端密钥。',
      '如果它支持注销用户（back-channel logout），在那里填写 {logout}，并在此接受后台通道注销。',
      '在用户看到按钮之前先试登录一次。',
    ],
  },
  directories: {
    entra: {
      steps: [
        '在 Entra 管理中心打开 Enterprise applications，进入用户登录所用的应用。',
        '在 Provisioning 中选择 Automatic，填写 Tenant URL。',
        '身份验证方式选择 OAuth2 Client Credentials Grant，填写 Token Endpoint、Client Identifier 和 Client Secret；如果没有该方式，则在 Secret Token 处填写静态令牌。',
        '选择 Test Connection，然后选择 Save。',
        '在 Mappings 中用 objectId 填充 externalId，使此处与登录时是同一个人。',
        '分配用户和群组，然后启动预配。',
      ],
      pitfalls: [
        '默认情况下 externalId 取自 mailNickname，而登录声明中没有它。',
        '取消分配的用户先被停用，30 天后才被删除。',
        '预配每 20 到 40 分钟运行一次：更改不会立即可见。',
      ],
    },
    okta: {
      steps: [
        '在 Admin Console 打开该应用的 General 选项卡，开启 SCIM 预配。',
        '在 Provisioning 选项卡填写 SCIM connector base URL，用户的唯一标识字段填 userName。',
        '开启 Push New Users、Push Profile Updates 和 Push Groups。',
        'Authentication mode 选择 HTTP Header，填写静态令牌并测试连接。',
        '在 To App 中开启 Create Users、Update User Attributes 和 Deactivate Users。',
        '分配人员，并推送群组。',
      ],
      pitfalls: [
        'Okta 只停用、从不删除：必须先在此移除其用户，才能删除该连接。',
        '推送的群组只包含已分配到该应用的人员。',
      ],
    },
    generic: {
      steps: [
        '在目录中填写 SCIM 地址。',
        '让它以 grant client_credentials 和 scope scim 向令牌端点申请令牌；如果做不到，就给它一个静态令牌。',
        '让 externalId 等于身份提供方登录声明中的标识。',
        '分配人员和群组，然后启动预配。',
      ],
      pitfalls: ['静态令牌会自行到期：请记下日期，并提前签发下一个。'],
    },
  },
}
