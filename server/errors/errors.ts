import { describeProblems, type FieldProblem } from './field-problems.ts'

/**
 * Every error we answer with: the status, the code a program can depend on, the message in English, and
 * what the reader can do about it in both languages. Source: section 7 of the specification.
 */
export const catalogue = {
  key_missing: entry(
    401,
    8121200,
    'API key is missing',
    'Send your API key in the X-API-Key header',
    'Envie sua chave de API no cabeçalho X-API-Key',
  ),
  store_missing: entry(
    417,
    8121201,
    'Store ID is missing',
    'Send the id of your store in the X-Store-Id header',
    'Envie o id da sua loja no cabeçalho X-Store-Id',
  ),
  key_invalid: entry(
    401,
    8121202,
    'Invalid or inactive API key',
    'Invalid or inactive API key',
    'Chave de API inválida ou inativa',
  ),
  store_inactive: entry(
    401,
    8121203,
    'Store is inactive',
    'This store is inactive: ask the operator to activate it',
    'Esta loja está inativa: peça ao operador para ativá-la',
  ),
  key_expired: entry(
    401,
    8121204,
    'API key has expired',
    'This API key has expired: create a new one',
    'Esta chave de API expirou: crie uma nova',
  ),
  store_mismatch: entry(
    403,
    8121205,
    'Store ID does not match API key',
    'Store ID does not match API key',
    'O id da loja não corresponde à chave de API',
  ),
  order_limit: entry(
    403,
    8121206,
    'Order usage limit exceeded',
    'Order usage limit exceeded for your plan',
    'Limite de pedidos do seu plano excedido',
  ),
  order_duplicate: entry(
    422,
    103,
    'Order has already been sent',
    'Duplicated, Order has already been sent',
    'Pedido duplicado, já foi enviado',
  ),
  product_duplicate: entry(
    422,
    103,
    'Product has already been sent',
    'Duplicated, Product has already been sent',
    'Produto duplicado, já foi enviado',
  ),
  body_invalid: entry(
    400,
    802030,
    'Bad-formatted JSON body, details in user_message',
    'Correct the body and send it again',
    'Corrija o corpo e envie novamente',
  ),
  request_invalid: entry(
    400,
    804000,
    'Malformed HTTP request',
    'The request is not valid HTTP: correct it and send it again',
    'A requisição não é HTTP válido: corrija e envie novamente',
  ),
  request_timeout: entry(
    408,
    804080,
    'Request took too long to arrive',
    'The request did not arrive in time: send it again',
    'A requisição não chegou a tempo: envie novamente',
  ),
  headers_too_large: entry(
    431,
    804310,
    'Request headers too large',
    'Send fewer or shorter headers',
    'Envie menos cabeçalhos ou cabeçalhos menores',
  ),
  body_too_large: entry(
    413,
    804130,
    'Request body too large',
    'The body is larger than this address accepts, which is 1 MiB at most: send less',
    'O corpo é maior do que este endereço aceita, que é no máximo 1 MiB: envie menos',
  ),
  route_unknown: entry(
    404,
    804040,
    'Route not found',
    'There is nothing at this address: see /docs',
    'Não há nada neste endereço: veja /docs',
  ),
  order_unknown: entry(
    404,
    804042,
    'Order not found',
    'Your store has no order with this id: check it, or send the order first',
    'Sua loja não tem pedido com este id: confira, ou envie o pedido primeiro',
  ),
  review_unknown: entry(
    404,
    804043,
    'Review not found',
    'The store has no review with this id',
    'A loja não tem avaliação com este id',
  ),
  link_unknown: entry(
    404,
    804044,
    'Link not found',
    'This link is not valid: open the one in the newest mail from the store',
    'Este link não é válido: abra o do e-mail mais recente da loja',
  ),
  question_unknown: entry(
    404,
    804045,
    'Question not found',
    'The store has no question with this id',
    'A loja não tem pergunta com este id',
  ),
  product_unknown: entry(
    404,
    804046,
    'Product not found',
    'The store has no product with this id or SKU',
    'A loja não tem produto com este id ou SKU',
  ),
  group_unknown: entry(
    404,
    8040410,
    'Group of products not found',
    'The store has no group of products with this id',
    'A loja não tem grupo de produtos com este id',
  ),
  session_missing: entry(
    401,
    8141300,
    'Not signed in',
    'Sign in and try again',
    'Entre na sua conta e tente novamente',
  ),
  login_wrong: entry(
    401,
    8141301,
    'E-mail or password is wrong',
    'The e-mail or the password is wrong: check both',
    'O e-mail ou a senha está incorreto: confira os dois',
  ),
  code_wrong: entry(
    401,
    8141302,
    'Code is wrong',
    'This code is wrong or was used: enter the one shown now, or sign in again',
    'Este código está incorreto ou já foi usado: digite o atual, ou entre novamente',
  ),
  setup_over: entry(
    403,
    8141303,
    'Setup link is not valid',
    'This link was used or is too old: restart the service for a new one, or sign in',
    'Este link já foi usado ou expirou: reinicie o serviço para obter outro, ou entre na sua conta',
  ),
  role_missing: entry(
    403,
    8141304,
    'Role does not allow this',
    'Your role in this store does not allow this: ask an owner',
    'Seu papel nesta loja não permite isto: peça a um proprietário',
  ),
  page_foreign: entry(
    403,
    8141305,
    'Request comes from another page',
    'Changes are taken from the dashboard alone: reload it and try again',
    'Alterações só são aceitas do painel: recarregue-o e tente novamente',
  ),
  link_over: entry(
    403,
    8141306,
    'Link is not valid',
    'This link was used or is too old: ask for a new one',
    'Este link já foi usado ou expirou: peça outro',
  ),
  password_wrong: entry(
    403,
    8141307,
    'Password is wrong',
    'This is not your password: check it and try again',
    'Esta não é a sua senha: confira e tente novamente',
  ),
  password_weak: entry(
    400,
    8141309,
    'Password is easy to guess',
    'Choose another password. This one is common, a pattern, or made of your name, e-mail or store. Four words that have nothing to do with each other are hard to guess',
    'Escolha outra senha. Esta é comum, segue um padrão ou usa seu nome, seu e-mail ou sua loja. Quatro palavras sem relação entre si são difíceis de adivinhar',
  ),
  https_missing: entry(
    403,
    8141308,
    'Signing in needs https',
    'Open the dashboard over https: here the password would travel in the clear',
    'Abra o painel por https: aqui a senha seria enviada sem proteção',
  ),
  store_unknown: entry(
    404,
    804047,
    'Store not found',
    'You have no store with this id',
    'Você não tem loja com este id',
  ),
  member_unknown: entry(
    404,
    804048,
    'Member not found',
    'Nobody with this id works with the store',
    'Ninguém com este id trabalha com a loja',
  ),
  key_unknown: entry(
    404,
    804041,
    'API key not found',
    'The store has no API key with this id',
    'A loja não tem chave de API com este id',
  ),
  invitation_unknown: entry(
    404,
    804049,
    'Invitation not found',
    'The store has no open invitation with this id',
    'A loja não tem convite aberto com este id',
  ),
  member_already: entry(
    409,
    804090,
    'Already a member',
    'Whoever has this address works with the store already',
    'Quem tem este endereço já trabalha com a loja',
  ),
  owner_last: entry(
    409,
    804090,
    'Last owner',
    'A store keeps at least one owner: make somebody else owner first',
    'Uma loja precisa de ao menos um proprietário: defina outro antes',
  ),
  product_grouped: entry(
    409,
    804090,
    'Product is in another group',
    'One of the products is in another group: take it out of that one, or say that it may be moved',
    'Um dos produtos está em outro grupo: retire-o de lá, ou diga que pode ser movido',
  ),
  import_unknown: entry(
    404,
    8141320,
    'Import not found',
    'The store has no import with this id',
    'A loja não tem importação com este id',
  ),
  export_unknown: entry(
    404,
    8141321,
    'Export not found',
    'The store has no export with this id, or its file is not kept any more: export again',
    'A loja não tem exportação com este id, ou o arquivo já não é guardado: exporte novamente',
  ),
  import_state: entry(
    409,
    804090,
    'Not possible at this step of the import',
    'The import is at another step, or its file is not kept any more: look at it again',
    'A importação está em outra etapa, ou o arquivo já não é guardado: veja-a novamente',
  ),
  link_expired: entry(
    410,
    804100,
    'Link has expired',
    'This link is no longer valid: ask the store for a new one',
    'Este link já não é válido: peça um novo à loja',
  ),
  state_wrong: entry(
    409,
    804090,
    'Not possible in this state',
    'Its state does not allow this: its author has not confirmed it or took it back, or it was refused',
    'O estado não permite isto: o autor não confirmou ou retirou o texto, ou ele foi recusado',
  ),
  request_none: entry(
    409,
    804090,
    'Nobody to ask',
    'None of the order’s customers has an address that can be mailed to',
    'Nenhum cliente do pedido tem um e-mail para o qual se possa enviar',
  ),
  request_sent: entry(
    409,
    804090,
    'Mail has left',
    'The mail of this order was sent, is on its way, or was refused: it goes out once',
    'O e-mail deste pedido já foi enviado, está a caminho ou foi recusado: ele sai uma vez só',
  ),
  request_cancelled: entry(
    409,
    804090,
    'Request was cancelled',
    'This order was cancelled: nobody is asked about it any more',
    'Este pedido foi cancelado: ninguém mais recebe pedido de avaliação dele',
  ),
  buyer_suppressed: entry(
    409,
    804090,
    'Buyer gets no mail',
    'This buyer gets no more mail from the store: they unsubscribed, or their address does not work',
    'Este comprador não recebe mais e-mails da loja: cancelou a inscrição, ou o endereço não funciona',
  ),
  buyer_mailed: entry(
    409,
    804090,
    'Buyer was mailed today',
    'This buyer gets a mail of the store today already, and one a day is the limit: try again tomorrow',
    'Este comprador já recebe um e-mail da loja hoje, e o limite é um por dia: tente novamente amanhã',
  ),
  requests_paused: entry(
    409,
    804090,
    'Requests are paused',
    'The store pauses its requests or is inactive: resume them in the settings first',
    'A loja pausou os pedidos de avaliação ou está inativa: retome-os nas configurações antes',
  ),
  files_full: entry(
    413,
    804131,
    'No room for more files',
    'The files of this store use all the space they are allowed: delete exports you no longer need, or wait until older files are deleted after seven days',
    'Os arquivos desta loja ocupam todo o espaço permitido: exclua exportações de que não precisa mais ou aguarde a exclusão dos arquivos antigos, após sete dias',
  ),
  files_often: entry(
    429,
    804291,
    'Too many uploads today',
    'This store uploaded as much as it may in a day: upload the rest tomorrow',
    'Esta loja já enviou tudo o que pode em um dia: envie o restante amanhã',
  ),
  suppression_unknown: entry(
    404,
    8040411,
    'Suppression not found',
    'The store has no such address among those that get no mail',
    'A loja não tem este endereço entre os que não recebem e-mails',
  ),
  suppressed_already: entry(
    409,
    804090,
    'Address gets no mail already',
    'This address gets no mail of the store already: look it up to see why',
    'Este endereço já não recebe e-mails da loja: busque-o para ver o motivo',
  ),
  suppression_stays: entry(
    409,
    804090,
    'Only its reader can take this back',
    'Whoever unsubscribed or complained comes back only by asking: with the link in a mail of the store',
    'Quem cancelou a inscrição ou reclamou só volta se pedir: pelo link de um e-mail da loja',
  ),
  mail_unknown: entry(
    404,
    8040412,
    'Mail not found',
    'The store has sent no mail with this id',
    'A loja não enviou e-mail com este id',
  ),
  mail_over: entry(
    409,
    804090,
    'Mail cannot be sent again',
    'Only a mail that failed goes out again, while its link is valid and there is somebody to read it',
    'Só um e-mail que falhou pode ser reenviado, enquanto o link for válido e houver quem o leia',
  ),
  mail_restored: entry(
    409,
    804090,
    'Mail came from an archive',
    'This mail was restored from an archive and is never sent from here. Send a new one instead',
    'Este e-mail foi restaurado de um arquivo e nunca é enviado daqui. Envie um novo',
  ),
  method_wrong: entry(
    405,
    804050,
    'Method not allowed',
    'Use one of the methods in the Allow header',
    'Use um dos métodos do cabeçalho Allow',
  ),
  too_many: entry(
    429,
    804290,
    'Too many requests',
    'Wait as long as the Retry-After header says and send it again',
    'Aguarde o tempo indicado no cabeçalho Retry-After e envie novamente',
  ),
  unavailable: entry(
    503,
    805030,
    'Service temporarily unavailable',
    'Wait as long as the Retry-After header says and send it again',
    'Aguarde o tempo indicado no cabeçalho Retry-After e envie novamente',
  ),
  unexpected: entry(
    500,
    520,
    'Unexpected error',
    'Something went wrong on our side: send it again in a moment',
    'Algo deu errado do nosso lado: envie novamente em instantes',
  ),
} as const

export type ErrorName = keyof typeof catalogue

export type ErrorBody = {
  status: number
  error_code: number
  message: string
  user_message: { en_us: string; pt_br: string }
  more_info: null
}

type Details = { problems?: FieldProblem[]; headers?: Record<string, string>; cause?: unknown }

/** An error of the catalogue, thrown by whoever finds it and answered by `answerError`. */
export class ApiError extends Error {
  readonly errorName: ErrorName
  readonly headers: Record<string, string>
  private readonly problems: FieldProblem[] | undefined

  constructor(errorName: ErrorName, { problems, headers, cause }: Details = {}) {
    super(catalogue[errorName].message, { cause })
    this.errorName = errorName
    this.headers = headers ?? (errorName === 'unavailable' ? { 'retry-after': '1' } : {})
    this.problems = problems
  }

  get status(): number {
    return catalogue[this.errorName].status
  }

  get body(): ErrorBody {
    return errorBody(this.errorName, this.problems)
  }
}

/** The body of an error; `problems` take the place of the general user_message. */
export function errorBody(name: ErrorName, problems?: FieldProblem[]): ErrorBody {
  const { status, error_code, message, user_message } = catalogue[name]
  return {
    status,
    error_code,
    message,
    user_message: problems ? describeProblems(problems) : user_message,
    more_info: null,
  }
}

function entry(status: number, error_code: number, message: string, en_us: string, pt_br: string) {
  return { status, error_code, message, user_message: { en_us, pt_br } }
}
