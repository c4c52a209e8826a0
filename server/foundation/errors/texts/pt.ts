import type { ErrorTexts } from './en.ts'
import { portugueseFiles } from './files/pt.ts'

export const portuguese: ErrorTexts = {
  errors: {
    key_missing: 'Falta o cabeçalho X-API-Key. Envie nele a sua chave de API.',
    store_missing: 'Falta o cabeçalho X-Store-Id. Envie nele o id da sua loja.',
    key_invalid:
      'Esta chave de API não existe, foi revogada ou é de outro tipo. Use uma chave ativa do tipo certo.',
    store_inactive: 'Esta loja está inativa. Peça ao operador para ativá-la.',
    key_expired: 'Esta chave de API expirou. Crie uma nova.',
    store_mismatch: 'Esta chave de API é de outra loja. Envie o id dessa loja no cabeçalho X-Store-Id.',
    order_limit: 'Limite de pedidos do seu plano excedido',
    orders_often:
      'O limite de pedidos por minuto do seu plano foi atingido. Envie o pedido de novo após os segundos do cabeçalho Retry-After.',
    order_duplicate: 'Pedido duplicado, já foi enviado',
    product_duplicate: 'Produto duplicado, já foi enviado',
    body_invalid: 'O corpo da requisição é inválido. Corrija e envie novamente.',
    settings_invalid: 'Uma configuração é inválida. Corrija e salve novamente.',
    request_invalid: 'A requisição HTTP está malformada. Corrija-a e envie novamente.',
    request_timeout: 'A requisição não chegou a tempo. Envie novamente.',
    headers_too_large:
      'Os cabeçalhos da requisição são grandes demais. Envie menos cabeçalhos ou cabeçalhos mais curtos.',
    body_too_large:
      'O corpo da requisição é maior do que este endereço aceita (no máximo 1 MiB). Envie em partes menores.',
    route_unknown: 'Não há nada neste endereço. Veja em /docs os endereços que existem.',
    order_unknown: 'A loja não tem pedido com este id. Confira o id ou envie o pedido primeiro.',
    review_unknown: 'A loja não tem avaliação com este id. Confira o id ou recarregue a página.',
    link_unknown: 'Este link não é válido. Abra o link do e-mail mais recente da loja.',
    question_unknown: 'A loja não tem pergunta com este id. Confira o id ou recarregue a página.',
    product_unknown:
      'A loja não tem produto com este id ou SKU. Confira o id ou o SKU, ou envie o produto primeiro.',
    group_unknown: 'A loja não tem grupo de produtos com este id. Recarregue a página.',
    session_missing: 'Sua sessão terminou. Entre na sua conta e tente novamente.',
    login_wrong: 'E-mail ou senha incorretos. Confira os dois e tente novamente.',
    code_wrong: 'Este código está incorreto ou já foi usado. Digite o código atual ou entre novamente.',
    setup_over:
      'Este link já foi usado ou expirou. Crie outro com `./realword user setup` ou entre na sua conta.',
    role_missing: 'Sua função nesta loja não permite isso. Fale com um proprietário da loja.',
    store_suspended:
      'O operador suspendeu esta loja. Você pode ler, exportar e excluir o que ela tem; ela não recebe nem envia nada. Peça ao operador para ativá-la.',
    page_foreign: 'Esta alteração não veio do painel. Recarregue o painel e tente novamente.',
    link_over: 'Este link já foi usado ou expirou. Peça um novo.',
    password_wrong: 'A senha está incorreta. Confira e tente novamente.',
    password_weak:
      'Esta senha é fácil de adivinhar: é comum, segue um padrão ou contém seu nome, seu e-mail ou sua loja. Escolha outra, como quatro palavras sem relação entre si.',
    https_missing: 'Sem HTTPS, alguém poderia interceptar sua senha. Abra o painel com https.',
    store_unknown: 'Não há loja com este id, ou você não tem acesso a ela. Confira o id.',
    store_deleted: 'Esta loja foi apagada. Não é mais possível alterá-la.',
    scope_missing:
      'Esta chave de API não tem o escopo que esta requisição exige. Crie uma chave com o escopo indicado em more_info.',
    operator_missing: 'Só operadores desta instalação podem fazer isso. Peça a um deles para incluir você.',
    request_repeated:
      'Uma loja já foi criada com esta Idempotency-Key. As chaves dela estavam só naquela resposta: encontre a loja na lista e crie uma nova chave, ou envie outra Idempotency-Key para criar mais uma.',
    request_differs:
      'Esta Idempotency-Key já foi usada com outro corpo. Envie uma chave nova a cada nova requisição.',
    request_running:
      'Uma requisição com esta Idempotency-Key ainda está em andamento. Repita-a depois do tempo em Retry-After.',
    answer_gone:
      'Esta requisição já foi feita, e a resposta tinha dados que não são guardados. more_info indica o que ela criou, se criou algo.',
    body_stale: 'Isto mudou desde a sua leitura. Leia de novo e envie If-Match com o novo ETag.',
    review_duplicate: 'Avaliação duplicada, já foi enviada',
    question_duplicate: 'Pergunta duplicada, já foi enviada',
    member_unknown: 'A loja não tem ninguém na equipe com este id. Recarregue a página.',
    key_unknown: 'Não há chave de API com este id. Recarregue a página.',
    invitation_unknown: 'A loja não tem convite em aberto com este id. Recarregue a página.',
    member_already: 'A pessoa com este e-mail já faz parte da equipe da loja. Altere a função dela.',
    owner_last: 'Uma loja precisa de pelo menos um proprietário. Defina outro antes.',
    operator_last: 'A instalação precisa de pelo menos um operador. Inclua outro antes.',
    product_grouped:
      'Um destes produtos está em outro grupo. Retire-o desse grupo ou confirme que ele pode ser movido.',
    import_unknown: 'A loja não tem importação com este id. Recarregue a página.',
    export_unknown: 'A loja não tem exportação com este id ou o arquivo foi excluído. Exporte novamente.',
    feed_unknown: 'Não há feed neste endereço nem com este id. Copie o endereço de novo, ou crie outro feed.',
    import_state: 'Esta importação já avançou ou o arquivo foi excluído. Recarregue a página.',
    link_expired: 'Este link expirou. Peça um novo à loja.',
    state_wrong:
      'O autor ainda não confirmou este texto ou o retirou, ou o texto foi recusado. Recarregue a página para ver a situação.',
    request_none:
      'Nenhum cliente deste pedido tem um e-mail que possa ser usado, ou os produtos ainda não foram entregues. Confira o pedido na sua loja.',
    request_sent:
      'O e-mail deste pedido foi enviado, está a caminho ou foi recusado. Ele só é enviado uma vez: abra o pedido para ver a situação.',
    request_cancelled: 'O convite para avaliar este pedido foi cancelado. Ele não pode mais ser enviado.',
    request_empty:
      'Não há mais nada a perguntar a este comprador: ele já avaliou os produtos, ou eles estão desativados para convites. Confira em Produtos.',
    buyer_suppressed:
      'Este comprador cancelou a inscrição ou o endereço não funciona. Veja o motivo na lista de endereços bloqueados.',
    buyer_mailed:
      'Este comprador já recebe um e-mail da loja hoje, e o limite é um por dia. Tente novamente amanhã.',
    mails_limit:
      'O limite diário de e-mails de avaliação do seu plano foi atingido. O convite continua agendado: aguarde a data dele ou envie amanhã.',
    requests_paused:
      'A loja está inativa ou seus convites para avaliar estão pausados. Retome-os antes nas configurações.',
    files_full:
      'Os arquivos desta loja ocupam todo o espaço permitido. Exclua exportações de que não precisa mais ou aguarde: os arquivos são excluídos após sete dias.',
    logo_refused: 'Escolha uma imagem PNG, JPEG ou WebP de no máximo 1 MB.',
    storage_limit:
      'O limite de armazenamento do seu plano foi atingido. Exclua exportações e arquivos enviados de que não precisa mais ou peça ao operador que aumente o limite.',
    files_often: 'Esta loja atingiu o limite de envios de hoje. Envie o restante amanhã.',
    suppression_unknown: 'Este endereço não está bloqueado nesta loja. Confira o endereço.',
    suppressed_already:
      'Este endereço já está bloqueado: a loja não envia e-mails a ele. Busque o endereço para ver o motivo.',
    suppression_stays:
      'Esta pessoa cancelou a inscrição ou marcou um e-mail como spam. Só ela pode voltar a se inscrever, pelo link em um dos seus e-mails.',
    mail_unknown: 'A loja não tem e-mail com este id. Recarregue a página.',
    mail_over:
      'Só um e-mail que falhou pode ser reenviado, enquanto o link for válido e o destinatário aceitar e-mails. Recarregue a página para ver a situação.',
    mail_restored:
      'Este e-mail foi restaurado de um arquivo de exportação e por isso nunca é enviado daqui. Envie um novo.',
    connection_unknown: 'A loja não tem conexão com este id. Recarregue a página.',
    connection_state:
      'Esta conexão está incompleta ou pausada, ou a plataforma não permite isso. Complete ou retome a conexão e tente de novo.',
    event_unknown: 'A conexão não tem um evento com este id que possa ser repetido. Recarregue a página.',
    webhook_unknown: 'A loja não tem webhook com este id. Recarregue a página.',
    delivery_unknown: 'O webhook não tem entrega com este id. As entregas são guardadas por 30 dias.',
    webhook_disabled: 'Este webhook está desativado. Ative-o primeiro.',
    webhook_refused:
      'Este endereço e esta assinatura não pertencem a nenhuma conexão. Copie de novo para a loja o endereço da conexão e o seu segredo.',
    method_wrong: 'Este endereço não aceita este método. Use um dos métodos do cabeçalho Allow.',
    requests_often:
      'O limite de requisições de API por minuto desta loja foi atingido. Envie a requisição de novo após os segundos do cabeçalho Retry-After.',
    too_many:
      'Chegaram requisições demais. Aguarde um minuto e tente novamente; em um programa, aguarde os segundos do cabeçalho Retry-After.',
    unavailable:
      'O serviço está temporariamente indisponível. Tente novamente em instantes; em um programa, aguarde os segundos do cabeçalho Retry-After.',
    unexpected: 'Algo deu errado do nosso lado. Tente novamente em instantes.',
  },
  problems: {
    required: 'Obrigatório',
    type: 'Tipo esperado: {0}, recebido: {1}',
    unknown_key: 'Chave(s) não reconhecida(s) no objeto',
    number_min: 'O número deve ser maior ou igual a {0}',
    number_max: 'O número deve ser menor ou igual a {0}',
    string_min: 'O texto deve conter pelo menos {0} caractere(s)',
    string_max: 'O texto deve conter no máximo {0} caractere(s)',
    array_min: 'A lista deve conter pelo menos {0} elemento(s)',
    array_max: 'A lista deve conter no máximo {0} elemento(s)',
    kibibytes_max: 'Deve ter no máximo {0} KiB',
    whole: 'Informe um número inteiro de {0} a {1}',
    one_of: 'Informe um destes valores: {0}',
    not_both: 'Informe {0} ou {1}, não os dois',
    either: 'Informe {0} ou {1}',
    date_min: 'Informe {0} ou uma data posterior',
    days_max: 'Informe no máximo {0} dias',
    datetime: 'Data e hora inválidas',
    date: 'Informe uma data, como 2026-11-24',
    not_ordered: 'O pedido não tem o produto {0}',
    past: 'Informe hoje ou um dia posterior',
    future: 'Informe um instante que não esteja no futuro',
    length: 'Informe de {0} a {1} caracteres',
    one_line: 'Escreva em uma só linha',
    placeholder: '{0} não é um marcador. Use {name}, {store} ou {product}',
    language_tag: 'Informe um código de idioma, como pt-BR ou en',
    time_zone: 'Informe um fuso horário, como America/Sao_Paulo',
    country: 'Informe as duas letras maiúsculas de um país, como BR',
    time_of_day: 'Informe um horário de 00:00 a 23:59',
    origin: '{0} não é uma origem. Use o início de um endereço, como https://shop.example',
    reminders: 'Informe no máximo dois números de dias de 1 a 60, em ordem crescente',
    color: 'Informe uma cor, como #1f6f54',
    product_pattern: 'Informe um endereço que comece com https:// ou http:// e contenha {product_id}',
    web_address: 'Informe um endereço que comece com https:// ou http://',
    page_of_store:
      'Esta página não é do site da loja, {0}. Informe uma página da loja ou inclua o endereço nas configurações',
    user: 'Ninguém entra com este endereço. Crie antes o usuário: ./realword user create',
    store_name: 'Esperado o nome da loja, {0}',
    email: 'Informe um só endereço de e-mail',
    json: 'JSON inválido',
    duplicate_key: 'Chave duplicada',
    character: 'Caractere inválido',
    depth: 'Níveis de aninhamento demais',
    content_type: 'Tipo esperado: application/json',
    format: 'Formato inválido',
    refused: 'Não aceito: {0}',
    more: 'Mais {0} problema(s)',
  },
  types: {
    string: 'texto',
    number: 'número',
    boolean: 'booleano',
    object: 'objeto',
    array: 'lista',
    null: 'nulo',
  },
  files: portugueseFiles,
}
