package main

import (
	"fmt"

	"github.com/sarchlab/akita/v4/mem/vm"
)

// region is a stretch of memory at an address of the case.
type region struct {
	name    string
	address uint64
	data    []byte
}

// memory is what the unit loads from and stores to: the regions of a case, exact to the byte. It stands where MGPUSim
// has its page table and storage.
type memory struct{ regions []*region }

// newMemory lays out the regions of a case, and its code followed by s_endpgm.
func newMemory(c Map) *memory {
	m := &memory{}
	code := append(append([]byte{}, Bytes(c, "code")...), 0, 0, 0x81, 0xbf)
	m.add("code", Number(c, "base"), code, uint64(len(code)+readAhead))
	for _, one := range List(c, "memory") {
		given := one.(Map)
		m.add(Text(given, "name"), Number(given, "address"), Bytes(given, "bytes"), Number(given, "size"))
	}
	return m
}

func (m *memory) add(name string, address uint64, data []byte, size uint64) {
	one := &region{name, address, make([]byte, size)}
	copy(one.data, data)
	m.regions = append(m.regions, one)
}

// stretch is the part of a region at an address; it panics where no region holds all of it.
func (m *memory) stretch(address, size uint64) []byte {
	for _, one := range m.regions {
		if offset := address - one.address; address >= one.address && offset < uint64(len(one.data)) &&
			size <= uint64(len(one.data))-offset {
			return one.data[offset : offset+size]
		}
	}
	panic(fmt.Sprintf("%d bytes at %#x lie in no region", size, address))
}

// Read is of emu.StorageAccessor.
func (m *memory) Read(_ vm.PID, address, size uint64) []byte {
	return append([]byte{}, m.stretch(address, size)...)
}

// Write is of emu.StorageAccessor.
func (m *memory) Write(_ vm.PID, address uint64, data []byte) {
	copy(m.stretch(address, uint64(len(data))), data)
}

// observed gives the stretches a case looks at.
func (m *memory) observed(c Map) []any {
	found := []any{}
	for _, one := range List(Inside(c, "observe"), "memory") {
		look := one.(Map)
		address := Number(look, "address")
		found = append(found, Map{"name": Text(look, "name"), "address": address,
			"bytes": m.stretch(address, Number(look, "size"))})
	}
	return found
}
