/**
 * What blocks have in common, for the LZ4 compression of a snapshot: the fixed parts of rows and officers, the most
 * frequent last. It is part of the file format: changing one byte makes every snapshot unreadable.
 */
export const COMPRESSION_DICTIONARY = Buffer.from(
  '","operating_geography":"","product_category":"","business_model":"","industry":"","summary":"' +
    '","resigned_on":"","published_at":"T00:00:00Z","title":"","url":"https://www.' +
    '{"object":"company_officer","name":"","roles":["Managing director","Board member","director","Chairman"],' +
    '"appointed_on":"2024-01-01","source":{"system":"","observed_at":"2026-01-01T00:00:00Z"}},' +
    '"classifications":[{"scheme":"NACE Rev. 2","code":"","label":"","is_primary":false},{"scheme":"' +
    '","company_status":"ACTIVE","company_type":"GENERAL","legal_form":"","as_of_date":"2026-01-01","country_code":"' +
    '","classifications":[{"scheme":"","code":"","is_primary":true}]},' +
    ',"name":"',
);
