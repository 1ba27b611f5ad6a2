/** The first page goes to the company that is chosen. */
document.addEventListener('company-selected', (event) => {
  const { id } = (event as CustomEvent<{ id: string }>).detail;
  location.assign(`companies/${id}`);
});
