/** The name under which a backup holds the key that signs the catalog. */
export const KEY_NAME = "catalog-key.pem";
