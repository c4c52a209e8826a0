import type { words as english } from '../en/widget-findings.ts'
import type { Translation } from '../entries.ts'

export const words = {
  page_read: ['A página responde.'],
  page_pasted: [
    'O HTML colado foi verificado. Os cabeçalhos HTTP da página, como a política de segurança, não são conhecidos.',
  ],
  page_status: [
    'A página responde com o status {status}.',
    'Abra em uma janela anônima. Confira a URL e se o produto está publicado.',
  ],
  page_password: [
    'A página pede uma senha ou bloqueia robôs (status {status}).',
    'Cole abaixo o HTML da página, ou permita o user agent “Realword widget check”.',
  ],
  page_redirect: ['A página redireciona para {to}.', 'Verifique esse endereço.'],
  page_type: ['Esta URL retorna {type}, e não uma página.', 'Informe a URL de uma página de produto.'],
  page_large: [
    'A página passa de 2 MB, e só o começo foi lido.',
    'Verifique outra página da loja ou reduza esta: ela também é lenta para os compradores.',
  ],
  page_slow: [
    'A página levou mais de 15 segundos.',
    'Tente mais tarde. Se continuar lenta, fale com a hospedagem da loja.',
  ],
  page_name: [
    'Não existe o endereço {host}.',
    'Confira a grafia. Um domínio novo pode levar algumas horas para funcionar.',
  ],
  page_private: [
    '{host} só pode ser acessado na sua própria rede, então o Realword não consegue abrir.',
    'Em vez disso, cole abaixo o HTML da página. Ou dê a ela um endereço público com um túnel, como “cloudflared tunnel --url” ou “ngrok http”, e verifique esse endereço.',
  ],
  page_port: [
    '{host} usa uma porta incomum, que o Realword não lê.',
    'Verifique a URL pública da loja ou cole abaixo o HTML da página.',
  ],
  page_unreachable: [
    'Não foi possível chegar ao servidor da página ({detail}).',
    'Abra a página no navegador. Se funcionar, um firewall pode estar bloqueando o Realword.',
  ],
  page_certificate: [
    'O certificado da página não é válido ({detail}).',
    'Os navegadores também avisam. Peça à hospedagem da loja para renová-lo.',
  ],
  page_unreadable: [
    'Não foi possível ler a resposta do servidor ({detail}).',
    'Fale com a hospedagem da loja: a resposta não é HTTP ou usa uma compressão incomum.',
  ],
  script_found: ['O script está na página.'],
  script_missing: [
    'O script não está na página.',
    'Cole a primeira parte do código no head da página: {expected}',
  ],
  script_elsewhere: ['O script vem de outro endereço: {found}', 'Use este: {expected}'],
  script_classic: [
    'O script está sem type="module", e os navegadores o recusam.',
    'Escreva <script type="module" …>. Não precisa de async nem defer: módulos não bloqueiam a página.',
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
    'A política de segurança da página ({directive}) bloqueia o script.',
    'Inclua {expected} em {directive}.',
  ],
  script_twice: [
    'O script está {count} vezes na página.',
    'Deixe um só. Os outros apenas deixam a página mais lenta.',
  ],
  reads_blocked: [
    'A política de segurança da página ({directive}) impede os widgets de ler as avaliações.',
    'Inclua {expected} em connect-src.',
  ],
  types_blocked: [
    'A página exige Trusted Types e não permite a política dos widgets.',
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
  store_right: ['O ID e a chave da loja estão corretos.'],
  store_missing: ['Um widget está sem o ID da loja.', 'Inclua data-store-id="{expected}".'],
  store_other: ['O código tem o ID de outra loja: {found}', 'Use data-store-id="{expected}".'],
  key_missing: ['Um widget está sem a chave da loja.', 'Inclua data-store-key="{expected}".'],
  key_other: ['O código tem a chave de outra loja: {found}', 'Use data-store-key="{expected}".'],
  key_secret: [
    'A sua chave de API secreta ({found}) está na página, onde todos podem lê-la.',
    'Retire-a e revogue-a imediatamente em Configurações, Conexão. As páginas só precisam da chave da loja.',
  ],
  origin_any: ['Qualquer página pode mostrar as avaliações: a loja não tem origens permitidas.'],
  origin_listed: ['A loja permite {origin}.'],
  origin_refused: [
    'A loja não permite {origin}, e os navegadores bloqueiam as avaliações.',
    'Inclua {origin} em Configurações, Conexão.',
  ],
  widgets_found: ['Na página: {widgets}'],
  widgets_missing: [
    'A resposta do servidor não contém widgets.',
    'Cole os elementos onde devem aparecer. Se um script os inclui depois, verifique manualmente como descrito abaixo.',
  ],
  product_missing: ['Um {widget} está sem produto.', 'Inclua data-product-id ou data-product-sku.'],
  product_both: [
    'Um {widget} tem data-product-id e data-product-sku, e por isso não mostra nada.',
    'Deixe só um deles.',
  ],
  product_template: [
    'O ID do produto não foi preenchido: {products}',
    'A variável do template não está disponível aqui. Use a do código da sua plataforma.',
  ],
  product_is_sku: ['{products}: isto é um SKU, não um ID de produto.', 'Use data-product-sku para ele.'],
  sku_is_product: ['{products}: isto é um ID de produto, não um SKU.', 'Use data-product-id para ele.'],
  product_unknown: [
    'A loja não tem o produto {products}.',
    'Use os mesmos IDs dos pedidos e produtos. O produto aparece aqui com o primeiro pedido.',
  ],
  product_unreviewed: ['{products}: ainda sem avaliações. As estrelas aparecem com a primeira.'],
  products_known: ['A loja tem os produtos: {products}'],
  attribute_unknown: ['{widget} tem um atributo desconhecido: {attribute}', 'Use um destes: {expected}'],
  attribute_value: ['{attribute} de {widget} não pode ser “{found}”.', 'Copie o elemento do código de novo.'],
  structured_found: ['Os buscadores encontram a nota nos dados estruturados da página.'],
  structured_twice: [
    '{count} produtos da página informam uma nota aos buscadores, e eles ignoram todas.',
    'Deixe uma só: desative as notas do tema ou de outro aplicativo.',
  ],
  structured_broken: [
    'Há dados estruturados na página que não são JSON válido, e os buscadores os ignoram.',
    'Peça ao desenvolvedor do tema para corrigi-los.',
  ],
  structured_missing: [
    'Os buscadores não encontram nenhuma nota nesta página.',
    'Para mostrar estrelas nos resultados, faça o servidor da loja incluir /api/v1/structured-data.json na página.',
  ],
  language_missing: [
    'A página não declara o idioma, e os widgets usam o do navegador do visitante.',
    'Declare no elemento html: <html lang="pt-BR">.',
  ],
  seen_later: [
    'O Realword não vê o código que um script inclui depois (gerenciador de tags, loja montada no navegador).',
    'Verifique manualmente: abra a página no Chrome, tecle F12, escolha Console, digite document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — não deve dar 0 — e procure linhas que começam com “Realword:”.',
  ],
} as const satisfies Translation<typeof english>
