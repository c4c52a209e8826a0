import type { words as english } from '../en/widget-findings.ts'
import type { Translation } from '../entries.ts'

export const words = {
  page_read: ['A página responde.'],
  page_status: [
    'A página responde com o status {status}.',
    'Abra em uma janela anônima: confira o endereço e se o produto está publicado.',
  ],
  page_password: [
    'A página pede uma senha ou recusa robôs (status {status}).',
    'Verifique quando a loja estiver aberta a todos, ou permita visitantes cujo navegador se chama “Realword widget check”.',
  ],
  page_redirect: ['A página encaminha os visitantes para {to}.', 'Verifique esse endereço.'],
  page_type: ['Neste endereço não há uma página, mas {type}.', 'Informe o endereço da página de um produto.'],
  page_large: [
    'A página tem mais de 2 MB e não foi lida até o fim.',
    'Verifique outra página da loja, ou reduza esta: os compradores também esperam por ela.',
  ],
  page_slow: [
    'A página levou mais de 15 segundos.',
    'Tente de novo daqui a pouco. Se continuar lenta, fale com quem hospeda a loja.',
  ],
  page_name: [
    'Não existe o endereço {host}.',
    'Confira a grafia. Um domínio novo pode levar algumas horas até ser conhecido.',
  ],
  page_private: [
    '{host} fica em uma rede privada, de onde nada é lido.',
    'Verifique uma página que todos possam abrir.',
  ],
  page_port: [
    'Páginas são lidas só das portas usuais, não de {host}.',
    'Verifique o endereço público da loja.',
  ],
  page_unreachable: [
    'Não foi possível chegar ao servidor da página ({detail}).',
    'Abra a página no navegador. Se ali funcionar, um firewall pode estar nos barrando.',
  ],
  page_certificate: [
    'O certificado da página não é válido ({detail}).',
    'Os navegadores também avisam: peça a quem hospeda a loja para renová-lo.',
  ],
  page_unreadable: [
    'Não foi possível ler a resposta do servidor ({detail}).',
    'Fale com quem hospeda a loja: a resposta não é HTTP ou está compactada de forma incomum.',
  ],
  script_found: ['O script está na página.'],
  script_missing: [
    'O script não está na página.',
    'Cole a primeira parte do código no head da página: {expected}',
  ],
  script_elsewhere: ['O script vem de outro endereço: {found}', 'Use este: {expected}'],
  script_classic: [
    'O script está sem type="module", e os navegadores o recusam.',
    'Escreva <script type="module" …>. Não precisa de async nem defer: módulos nunca atrasam a página.',
  ],
  script_insecure: [
    'A página é https e o script é http: os navegadores o bloqueiam.',
    'O serviço precisa de um endereço https. Peça ao operador para definir PUBLIC_URL e copie o código de novo.',
  ],
  script_integrity: [
    'O integrity do script é de outra versão: os navegadores o recusam.',
    'Retire o atributo ou use {expected}',
  ],
  script_blocked: [
    'A política de segurança da própria página ({directive}) bloqueia o script.',
    'Inclua {expected} em {directive}.',
  ],
  script_twice: ['O script está {count} vezes na página.', 'Deixe um só. Os outros apenas custam tempo.'],
  reads_blocked: [
    'A política de segurança da página ({directive}) impede os widgets de ler as avaliações.',
    'Inclua {expected} em connect-src.',
  ],
  types_blocked: [
    'A página exige Trusted Types e não permite os nossos.',
    'Inclua lit-html em trusted-types.',
  ],
  pictures_blocked: [
    'A política de segurança da página ({directive}) bloqueia as fotos dos compradores.',
    'Inclua {expected} em img-src.',
  ],
  frame_blocked: [
    'A política de segurança da página ({directive}) bloqueia o formulário de perguntas.',
    'Inclua {expected} em frame-src.',
  ],
  store_right: ['A loja e a chave são desta loja.'],
  store_missing: ['Um widget não diz de qual loja é.', 'Inclua data-store-id="{expected}".'],
  store_other: ['O código indica outra loja: {found}', 'Use data-store-id="{expected}".'],
  key_missing: ['Um widget está sem a chave da loja.', 'Inclua data-store-key="{expected}".'],
  key_other: ['O código tem a chave de outra loja: {found}', 'Use data-store-key="{expected}".'],
  key_secret: [
    'A sua chave de API secreta ({found}) está na página, onde todos podem lê-la.',
    'Retire-a e revogue-a já em Configurações, Conexão. As páginas só precisam da chave da loja.',
  ],
  origin_any: ['Qualquer página pode mostrar as avaliações: a loja não lista origens.'],
  origin_listed: ['A loja permite {origin}.'],
  origin_refused: [
    'A loja não permite {origin}: os navegadores escondem as avaliações da página.',
    'Inclua {origin} em Configurações, Conexão.',
  ],
  widgets_found: ['Na página: {widgets}'],
  widgets_missing: [
    'Não há widget no que o servidor envia.',
    'Cole os elementos onde devem aparecer. Se um script os inclui depois, verifique manualmente como descrito abaixo.',
  ],
  product_missing: ['Um {widget} não indica o produto.', 'Inclua data-product-id ou data-product-sku.'],
  product_both: [
    'Um {widget} tem data-product-id e data-product-sku, e por isso não mostra nada.',
    'Deixe só um deles.',
  ],
  product_template: [
    'O id do produto não foi preenchido: {products}',
    'A variável do template não é conhecida neste lugar. Veja a correta no código da sua plataforma.',
  ],
  product_is_sku: ['{products}: isto é um SKU, não o id de um produto.', 'Use data-product-sku para ele.'],
  sku_is_product: ['{products}: isto é o id de um produto, não um SKU.', 'Use data-product-id para ele.'],
  product_unknown: [
    'A loja não tem o produto {products}.',
    'Os ids da página precisam ser os mesmos dos pedidos e produtos enviados. Ele aparece aqui com o primeiro pedido.',
  ],
  product_unreviewed: ['Ninguém avaliou {products} ainda. As estrelas aparecem com a primeira avaliação.'],
  products_known: ['A loja conhece os produtos: {products}'],
  attribute_unknown: ['{widget} tem um atributo que não conhece: {attribute}', 'Ele conhece: {expected}'],
  attribute_value: ['{attribute} de {widget} não pode ser “{found}”.', 'Copie o elemento do código de novo.'],
  structured_found: ['Os buscadores encontram a nota nos dados estruturados da página.'],
  structured_twice: [
    '{count} produtos da página informam uma nota aos buscadores, que então não confiam em nenhuma.',
    'Deixe uma só: desligue as notas do tema ou de outro aplicativo.',
  ],
  structured_broken: [
    'Há dados estruturados na página que não são JSON válido, e os buscadores os ignoram.',
    'Peça a quem fez o tema para corrigi-los.',
  ],
  structured_missing: [
    'Os buscadores não ficam sabendo de nenhuma nota por esta página.',
    'Para ter estrelas nos resultados, faça o servidor da loja incluir /api/v1/structured-data.json na página.',
  ],
  language_missing: [
    'A página não diz o seu idioma, e os widgets seguem o navegador do visitante.',
    'Escreva no elemento html: <html lang="pt-BR">.',
  ],
  seen_later: [
    'O código que um script inclui depois (gerenciador de tags, loja montada no navegador) não pode ser visto daqui.',
    'Verifique manualmente: abra a página no Chrome, tecle F12, escolha Console, digite document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — não deve dar 0 — e procure linhas que começam com “Realword:”.',
  ],
} as const satisfies Translation<typeof english>
