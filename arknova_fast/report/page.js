"use strict";
// Sorting by a click on a heading: numbers by their raw value, missing values last; and a filter above long tables.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const text = head.classList.contains("text");
      const now = head.getAttribute("aria-sort");
      const descending = now ? now === "ascending" : !text;
      for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent;
      const sign = descending ? -1 : 1;
      const rows = Array.from(body.rows);
      rows.sort((a, b) => {
        const x = key(a), y = key(b);
        if (text) return sign * x.localeCompare(y, undefined, { numeric: true });
        if (x === "" || y === "") return (x === "") - (y === "");
        return sign * (Number(x) - Number(y));
      });
      body.append(...rows);
    });
  });
}
for (const field of document.querySelectorAll("input[data-table]")) {
  const rows = document.getElementById(field.dataset.table).tBodies[0].rows;
  field.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}
